import type { Outcome } from './perform.ts';

/**
 * The view of a call that nothing holds back. Throws if there is none, as of a change that waits for a second person.
 */
export function done<View>({ view }: Pick<Outcome<View>, 'view'>): NonNullable<View> {
  if (view === null || view === undefined) throw new Error('The operation has no view.');
  return view;
}
