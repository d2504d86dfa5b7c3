import { useState } from 'preact/hooks';
import { run } from '../api.ts';
import { Dialog, Field, typed } from '../dialog.tsx';
import { StartTrialDocument, StopTrialDocument } from '../generated/graphql.ts';
import { say } from '../parts.tsx';

/** Before the first decision of any gateway. */
export const FIRST_MOMENT = '2001-01-01T00:00:00Z';
/** After the last decision of any gateway. */
export const LAST_MOMENT = '2100-01-01T00:00:00Z';

interface EndOptions {
  readonly close: () => void;
  readonly done: () => void;
}

/** Asks for the time whose decisions a trial reads, and begins it. */
export function StartTrial({ policyId, close, done }: EndOptions & { readonly policyId: string }) {
  const [from, setFrom] = useState('');
  return (
    <Dialog
      title="Try the policy on past decisions"
      action="Try"
      close={close}
      submit={async (form, once) => {
        const time = {
          from: typed(form, 'from') || FIRST_MOMENT,
          until: typed(form, 'until') || LAST_MOMENT,
        };
        await run(StartTrialDocument, { id: policyId, ...time }, once);
        say('The trial has begun.');
        done();
      }}
    >
      <p>It evaluates decisions in the background, and changes none of them. One trial runs at a time.</p>
      <div class="rule-fields">
        <Field label="From" hint="Empty: since the first decision.">
          <input type="date" name="from" onInput={({ currentTarget }) => setFrom(currentTarget.value)} />
        </Field>
        <Field label="Until" hint="Empty: up to now. Days are in UTC.">
          <input type="date" name="until" min={from || undefined} />
        </Field>
      </div>
    </Dialog>
  );
}

/** Ends a trial before it has read everything. */
export const StopTrial = ({ trialId, close, done }: EndOptions & { readonly trialId: string }) => (
  <Dialog
    title="Stop the trial"
    action="Stop"
    tone="bad"
    close={close}
    submit={async (_form, once) => {
      await run(StopTrialDocument, { id: trialId }, once);
      say('The trial was stopped.');
      done();
    }}
  >
    <p>What it counted so far stays. The policy can be published only after a finished trial.</p>
  </Dialog>
);
