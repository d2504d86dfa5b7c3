import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isSandbox } from '../base.ts';

interface Partner {
  readonly id: string;
  readonly name: string;
}

/** The partner whose clock the header shows; null on a screen of no partner. */
export const clockOwner = signal<Partner | null>(null);

/** Shows the clock of a partner in the header while the component is on the screen. */
export function useClockOf(partner: Partner | null): void {
  const { id = null, name = '' } = partner ?? {};
  useEffect(() => {
    if (!isSandbox || id === null) return;
    clockOwner.value = { id, name };
    return () => {
      clockOwner.value = null;
    };
  }, [id, name]);
}
