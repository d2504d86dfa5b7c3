import { useLayoutEffect, useRef } from 'preact/hooks';
import { isDialogOpen } from './open-dialog.ts';

interface KeyUse {
  /** What the key does, for the list of keys. */
  readonly name: string;
  readonly run: () => void;
}

export type Keys = Readonly<Record<string, KeyUse>>;

/** The keys of all parts of the screen, in the order in which they were drawn. */
const inUse = new Set<{ readonly current: Keys }>();

/** What the keys of the present screen do, and the keys for each. */
export function keysInUse(): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const { current } of inUse)
    for (const [key, { name }] of Object.entries(current)) {
      const keys = named.get(name) ?? [];
      if (!keys.includes(key)) named.set(name, [...keys, key]);
    }
  return named;
}

/** A dialog that has just ended may keep the focus for a moment, until it is drawn away. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('dialog:not([open])') === null &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

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
      const run = Object.hasOwn(latest.current, event.key) ? latest.current[event.key]?.run : undefined;
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    inUse.add(latest);
    document.addEventListener('keydown', listen);
    return () => {
      inUse.delete(latest);
      document.removeEventListener('keydown', listen);
    };
  }, []);
}
