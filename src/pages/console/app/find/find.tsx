import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, toApiError } from '../../../console-kit/api.ts';
import { Dialog, Field } from '../../../console-kit/dialog.tsx';
import { ErrorNote, Key, QuietButton } from '../../../console-kit/parts.tsx';
import { go } from '../../../console-kit/route.ts';
import { useKeys } from '../../../console-kit/use-keys.ts';
import { findHits, type Hit } from './hits.ts';

/** Milliseconds after the last key until the search: a person who goes on typing causes no request for each letter. */
const TYPED_MS = 250;
/** The longest text that any of the searches takes, in characters. */
const TEXT_LENGTH_MAX = 255;

/** The key `/`, and a button for it, which find a record from every screen. */
export function Find() {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useKeys({ '/': { name: 'find a record', run: open } });
  return (
    <>
      <QuietButton onClick={open}>
        Find <Key>/</Key>
      </QuietButton>
      {isOpen && <FindDialog close={() => setOpen(false)} />}
    </>
  );
}

/** What was found for a text; null while it is searched. */
interface Found {
  readonly hits: readonly Hit[] | null;
  readonly error: ApiError | null;
}

const NOTHING_TYPED: Found = { hits: null, error: null };

/** The hits for a text that a person types. Only the result for the last text counts. */
function useHits(text: string): Found {
  const [found, setFound] = useState(NOTHING_TYPED);
  useEffect(() => {
    setFound(NOTHING_TYPED);
    if (text === '') return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const next = await findHits(text).then(
        (hits): Found => ({ hits, error: null }),
        (failure: unknown): Found => ({ hits: null, error: toApiError(failure) }),
      );
      if (!isOver) setFound(next);
    }, TYPED_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return found;
}

function FindDialog({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const { hits, error } = useHits(text);
  const list = useRef<HTMLUListElement>(null);
  const openHit = (to: string) => {
    close();
    go(to);
  };
  return (
    <Dialog
      title="Find a record"
      action="Open the first"
      close={close}
      submit={async () => {
        // Searched again, because Enter may come before the hits.
        const [first] = await findHits(text);
        if (first !== undefined) openHit(first.to);
      }}
    >
      <Field
        label="Name, id, reference or e-mail address"
        hint="The beginning of a company’s name, or a whole id, reference of a payout or a repayment, or e-mail address."
      >
        <input
          type="text"
          name="text"
          autocomplete="off"
          maxLength={TEXT_LENGTH_MAX}
          onInput={({ currentTarget: { value } }) => setText(value.trim())}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            list.current?.querySelector('a')?.focus();
          }}
        />
      </Field>
      <div aria-live="polite">
        {error !== null && <ErrorNote error={error} />}
        {hits?.length === 0 && <p class="faint">Nothing is like that.</p>}
        <ul class="hits" ref={list}>
          {hits?.map(({ to, name, facts }) => (
            <li key={to + facts}>
              <a
                href={to}
                onClick={(event) => {
                  event.preventDefault();
                  openHit(to);
                }}
              >
                <bdi>{name}</bdi> <span class="faint">{facts}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
