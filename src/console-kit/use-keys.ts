import { useLayoutEffect, useRef } from 'preact/hooks';
import { isDialogOpen } from './open-dialog.ts';

type Keys = Readonly<Record<string, () => void>>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/**
 * Runs a function when its key is pressed, unless the focus is in a text field, a dialog is open, or a modifier is
 * held.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Before the screen is drawn, so that a key that is pressed at once does something.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (isDialogOpen()) return;
      // A focused button or link is pressed by Enter.
      if (
        event.key === 'Enter' &&
        event.target instanceof Element &&
        event.target.closest('a, button') !== null
      )
        return;
      const run = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
