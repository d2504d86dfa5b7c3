import { useState } from 'preact/hooks';
import type { Step } from '../steps.tsx';
import { run } from '../api.ts';
import { Field, typed } from '../dialog.tsx';
import { StartTrialDocument, StopTrialDocument } from '../generated/graphql.ts';

/** Before the first decision of any gateway. */
export const FIRST_MOMENT = '2001-01-01T00:00:00Z';
/** After the last decision of any gateway. */
export const LAST_MOMENT = '2100-01-01T00:00:00Z';

/** Asks for the time whose decisions a trial reads, and begins it. */
export const startTrial = (id: string): Step => ({
  name: 'Try',
  tone: 'good',
  title: 'Try the policy on past decisions',
  done: 'The trial has begun.',
  fields: () => <TrialTime />,
  send(form, once) {
    const from = typed(form, 'from') || FIRST_MOMENT;
    const until = typed(form, 'until') || LAST_MOMENT;
    return run(StartTrialDocument, { id, from, until }, once);
  },
});

function TrialTime() {
  const [from, setFrom] = useState('');
  return (
    <>
      <p>It evaluates decisions in the background, and changes none of them. One trial runs at a time.</p>
      <div class="rule-fields">
        <Field label="From" hint="Empty: since the first decision.">
          <input type="date" name="from" onInput={({ currentTarget }) => setFrom(currentTarget.value)} />
        </Field>
        <Field label="Until" hint="Empty: up to now. Days are in UTC.">
          <input type="date" name="until" min={from || undefined} />
        </Field>
      </div>
    </>
  );
}

/** Ends a trial before it has read everything. */
export const stopTrial = (id: string): Step => ({
  name: 'Stop',
  tone: 'bad',
  title: 'Stop the trial',
  done: 'The trial was stopped.',
  fields: () => <p>What it counted so far stays. The policy can be published only after a finished trial.</p>,
  send: (_form, once) => run(StopTrialDocument, { id }, once),
});
