import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Key } from './parts.tsx';
import { keysInUse, useKeys } from './use-keys.ts';

/** Keys whose value differs from their label. */
const ON_KEYS: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' };

/** The key `?`, and a button for it, which show the keys of the present screen. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useKeys({ '?': { name: 'show these keys', run: open } });
  return (
    <>
      <button type="button" class="quiet for-keyboards" onClick={open}>
        Keys <Key>?</Key>
      </button>
      {isOpen && <KeyList close={() => setOpen(false)} />}
    </>
  );
}

function KeyList({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [all] = useState(keysInUse);
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class="key-help" onClose={close} aria-labelledby="keys-title">
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
        <button type="button" class="good" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
