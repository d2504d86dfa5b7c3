import { useEffect } from 'preact/hooks';
import { whileAttended } from '../activity.ts';
import type { WholePolicyFragment } from '../generated/graphql.ts';

/** Milliseconds between two looks at a trial that runs: a person sees that it goes on. */
const LOOK_MS = 2_000;

interface TrialOptions {
  readonly policy: Pick<WholePolicyFragment, 'trial' | 'isTried'>;
  readonly refresh: () => void;
}

/** The newest trial of a version on past decisions. While it runs, the screen looks again and again. */
export function PolicyTrial({ policy: { trial, isTried }, refresh }: TrialOptions) {
  const isRunning = trial?.state === 'RUNNING';
  useEffect(() => (isRunning ? whileAttended(LOOK_MS, refresh) : undefined), [isRunning, refresh]);
  if (trial === null) return isTried ? <>The same rules were tried.</> : <>None yet; publishing needs one.</>;
  const { state, done, total, changed } = trial;
  if (isRunning)
    return (
      <span role="status">
        {done} of {total ?? 'all'} decisions so far
      </span>
    );
  return (
    <>
      {state === 'FINISHED' ? 'Finished' : 'Ended early'}: {changed} of {done} decisions would be different.
      {!isTried && ' Publishing needs a finished trial of the present rules.'}
    </>
  );
}
