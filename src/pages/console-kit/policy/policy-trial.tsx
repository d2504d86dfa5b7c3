import { useEffect } from 'preact/hooks';
import { useStepsWithNotice } from '../steps.tsx';
import { whileAttended } from '../activity.ts';
import type { TrialFragment, WholePolicyFragment } from '../generated/graphql.ts';
import { Button, Time } from '../parts.tsx';
import { mayDo } from '../session-state.ts';
import { PublishTried } from './policy-steps.tsx';
import { TrialCases } from './trial-cases.tsx';
import { FIRST_MOMENT, LAST_MOMENT, startTrial, stopTrial } from './trial-dialogs.tsx';
import { counted, TrialResult } from './trial-result.tsx';

/** Milliseconds between two looks at a trial that runs: a person sees that it goes on. */
const LOOK_MS = 2_000;

interface TrialOptions {
  readonly policy: WholePolicyFragment;
  readonly refresh: () => void;
  readonly changed: () => void;
}

/** The newest trial of a version on past decisions. While it runs, the screen looks again and again. */
export function PolicyTrial({ policy, refresh, changed }: TrialOptions) {
  const { trial, isTried, isTrialDamaged } = policy;
  const isRunning = trial?.state === 'RUNNING';
  useEffect(() => (isRunning ? whileAttended(LOOK_MS, refresh) : undefined), [isRunning, refresh]);
  return (
    <section class="card" aria-labelledby="trial-title">
      <div class="trial-head">
        <h2 id="trial-title">Trial on past decisions</h2>
        {mayDo('WRITE') && <TrialButton policy={policy} changed={changed} />}
      </div>
      {isTrialDamaged && (
        <p class="danger">
          The record of the newest trial is damaged, or not as the gateway wrote it, so it is not shown.{' '}
          <code>audit verify</code> names it. {mayDo('WRITE') && 'Try the rules again.'}
        </p>
      )}
      {trial === null && !isTrialDamaged && (
        <p>
          {isTried
            ? 'Another version with the same rules was tried.'
            : 'None yet. A trial evaluates past decisions by these rules, and changes none of them.'}
        </p>
      )}
      {trial !== null && <AboutTrial trial={trial} isOfTheseRules={trial.hash === policy.hash} />}
      {trial !== null && trial.done > 0 && <TrialResult trial={trial} />}
      {trial !== null && !isRunning && trial.changed > 0 && <TrialCases trialId={trial.id} />}
      <PublishTried policy={policy} changed={changed} />
    </section>
  );
}

/** Begins a trial, or stops the one that runs. */
function TrialButton({ policy: { id, state, trial }, changed }: Omit<TrialOptions, 'refresh'>) {
  const { begin, dialog } = useStepsWithNotice(changed);
  const runningId = trial?.state === 'RUNNING' ? trial.id : null;
  if (runningId === null && state === 'RETIRED') return null;
  return (
    <>
      <Button onClick={() => begin(runningId === null ? startTrial(id) : stopTrial(runningId))}>
        {runningId !== null ? 'Stop' : trial === null ? 'Try' : 'Try again'}
      </Button>
      {dialog}
    </>
  );
}

/** How far a trial is, or how it ended, and which decisions it reads. */
function AboutTrial({ trial, isOfTheseRules }: { trial: TrialFragment; isOfTheseRules: boolean }) {
  const { from, until, ownerName, createdAt } = trial;
  const isAllTime = from === FIRST_MOMENT && until === LAST_MOMENT;
  return (
    <>
      {!isOfTheseRules && (
        <div class="note wait">
          <p>The rules have changed since this trial. Try them again before you publish them.</p>
        </div>
      )}
      <HowFar trial={trial} />
      <p class="faint">
        {isAllTime ? (
          'Decisions of all time'
        ) : (
          <>
            Decisions
            {from !== FIRST_MOMENT && (
              <>
                {' '}
                from <Time at={from} />
              </>
            )}
            {until !== LAST_MOMENT && (
              <>
                {' '}
                until <Time at={until} />
              </>
            )}
          </>
        )}
        , tried by <bdi>{ownerName ?? 'the command line'}</bdi>, <Time at={createdAt} />
      </p>
    </>
  );
}

function HowFar({ trial: { state, done, total, changed } }: { trial: TrialFragment }) {
  const ofAll = total === null ? 'all' : counted(total);
  switch (state) {
    case 'RUNNING':
      return (
        <>
          <progress
            aria-label="Decisions read"
            {...(total !== null && { value: done, max: Math.max(total, done, 1) })}
          />
          <p role="status">
            {counted(done)} of {ofAll} decisions so far
          </p>
        </>
      );
    case 'FINISHED':
      return (
        <p role="status">
          {done === 0
            ? 'Finished. There were no decisions at that time.'
            : `Finished: ${counted(changed)} of ${counted(done)} decisions would be different.`}
        </p>
      );
    case 'CANCELLED':
      return (
        <p role="status">
          Stopped after {counted(done)} of {ofAll} decisions. Publishing needs a finished trial.
        </p>
      );
    case 'FAILED':
      return (
        <div class="note bad" role="status">
          <p>
            It failed after {counted(done)} of {ofAll} decisions, because its record is damaged. Try again.
          </p>
        </div>
      );
  }
}
