import { pause } from './activity.ts';

/** Milliseconds between two checks. */
const CHECK_MS = 300;

/** While a dialog is open, nothing changes under it: a person decides on the state that they saw at the beginning. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

export async function untilNoDialog(): Promise<void> {
  while (isDialogOpen()) await pause(CHECK_MS);
}
