import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * How long no key acts after another case has come: a person who presses keys fast may press the next key before
 * seeing the change, and needs about this long to read the new case.
 */
const STILL_MS = 1_000;

/** The parts of a key press that decide whether it acts. */
interface Press {
  readonly key: string;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * The place of the focus: letters in a text or a choice are typed and do not act; Enter in a line of text sends it.
 */
type Focus = 'lines' | 'text' | 'other';

/**
 * The time after a change in which keys do nothing. A key that was held down then does nothing until it is released.
 */
export function createStillness(nowMs: () => number) {
  let untilMs = -Infinity;
  const held = new Set<string>();
  const acts = ({ key, ctrlKey, metaKey, altKey }: Press, focus: Focus): boolean => {
    if (ctrlKey || metaKey || altKey || focus === 'lines') return false;
    // All other keys, such as Escape, Tab and the arrows, only leave something or move the focus or the page.
    return key === 'Enter' || (key.length === 1 && focus === 'other');
  };
  return {
    begin(): void {
      untilMs = nowMs() + STILL_MS;
    },
    isOver: (): boolean => nowMs() >= untilMs,

    /** Whether the press is to be ignored. */
    swallows(press: Press, focus: Focus): boolean {
      if (!acts(press, focus)) return false;
      if (nowMs() >= untilMs && !(press.repeat && held.has(press.key))) {
        held.delete(press.key);
        return false;
      }
      held.add(press.key);
      return true;
    },
    released: (key: string): void => void held.delete(key),
  };
}

const stillness = createStillness(() => performance.now());

/** Called when the screen shows another case, or another state of the case. */
export const stillKeys = (): void => stillness.begin();

/**
 * Ignores keys for a moment after the shown text has changed. The first text is not a change, unless keys are ignored
 * already: then it has replaced another text.
 */
export function useStillness(shown: string | null): void {
  const before = useRef<string | null>(null);
  const cameByItself = useRef(!stillness.isOver());
  // Before the change is drawn.
  useLayoutEffect(() => {
    if (shown === null) return;
    if (before.current !== null || cameByItself.current) stillKeys();
    before.current = shown;
  }, [shown]);
}

/** Types of `input` that are pressed and not typed into. */
const PRESSED: readonly string[] = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file'];

function focusOf(target: EventTarget | null): Focus {
  if (target instanceof HTMLTextAreaElement) return 'lines';
  if (target instanceof HTMLSelectElement) return 'text';
  return target instanceof HTMLInputElement && !PRESSED.includes(target.type) ? 'text' : 'other';
}

/** Ignores keys during the still time: shortcuts of the page, buttons that have the focus, and dialogs. */
export function guardKeys(): void {
  const ignore = (event: KeyboardEvent) => {
    if (!stillness.swallows(event, focusOf(event.target))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', ignore, { capture: true });
  addEventListener('keyup', ({ key }) => stillness.released(key), { capture: true });
}
