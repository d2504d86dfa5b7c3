import { useState } from 'preact/hooks';
import { Button, Key } from './parts.tsx';
import { keysInUse, useKeys } from './use-keys.ts';
import { useModal } from './use-modal.ts';

/** Keys whose value differs from their label. */
const ON_KEYS: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' };

/** The key `?`, and a button for it, which show the keys of the present screen. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useKeys({ '?': { name: 'show these keys', run: open } });
  return (
    <>
      <Button class="quiet for-keyboards" onClick={open}>
        Keys <Key>?</Key>
      </Button>
      {isOpen && <KeyList close={() => setOpen(false)} />}
    </>
  );
}

function KeyList({ close }: { close: () => void }) {
  const { dialog, end } = useModal(close);
  const [all] = useState(keysInUse);
  return (
    <dialog {...dialog} class="key-help" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys of this screen</h2>
      <dl>
        {[...all].map(([name, keys]) => (
          <div key={name}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{ON_KEYS[key] ?? key}</kbd>
              ))}
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
      <div class="dialog-actions">
        <Button class="good" onClick={end}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
