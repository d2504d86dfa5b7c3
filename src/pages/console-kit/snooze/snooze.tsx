import { useState } from 'preact/hooks';
import { run } from '../api.ts';
import { ChoiceField } from '../choice.tsx';
import { nowMs } from '../clock.ts';
import { Dialog, Field, typed } from '../dialog.tsx';
import { dayHere, moment } from '../format.ts';
import { SnoozeDocument, type SnoozedFragment, WakeDocument } from '../generated/graphql.ts';
import { Fact, Key, QuietButton, say, Time } from '../parts.tsx';
import { mayDo } from '../session-state.ts';
import { useKeys } from '../use-keys.ts';

const DAY_MS = 86_400_000;

/** How long a record can be snoozed, in days. */
const SPANS = {
  1: 'a day',
  3: '3 days',
  7: 'a week',
  14: '2 weeks',
  30: '30 days',
  60: '60 days',
  90: '90 days',
};
const DAYS_AT_FIRST = '3';

/** The longest reason that the gateway takes, in characters. */
const REASON_LENGTH_MAX = 500;

interface SnoozeOptions {
  /** The id of a settlement or a customer. */
  readonly id: string;
  readonly snooze: SnoozedFragment | null;
  readonly changed: () => void;
}

/** Whether a record is snoozed, and the button that snoozes or wakes it. */
export function SnoozeFact({ id, snooze, changed }: SnoozeOptions) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const mayChange = mayDo('WRITE');
  const wake = async () => {
    setBusy(true);
    try {
      await run(WakeDocument, { id });
      say('It is awake, and in its lists again.');
    } catch {
      say('It was not woken. Try again.');
    }
    setBusy(false);
    changed();
  };
  const press = () => (snooze === null ? setAsking(true) : void wake());
  useKeys(mayChange ? { z: { name: 'snooze it, or wake it', run: press } } : {});
  return (
    <Fact name="Snooze" isLong>
      {snooze === null ? (
        'Awake'
      ) : (
        <>
          Until <Time at={snooze.until} />: <span class="written">{snooze.reason}</span>{' '}
          <span class="faint">
            By <bdi>{snooze.actorName ?? 'the command line'}</bdi>.
          </span>
        </>
      )}{' '}
      {mayChange && (
        <QuietButton disabled={isBusy} onClick={press}>
          {snooze === null ? 'Snooze' : 'Wake'} <Key>z</Key>
        </QuietButton>
      )}
      {isAsking && (
        <AskSnooze
          id={id}
          close={() => setAsking(false)}
          done={() => {
            setAsking(false);
            changed();
          }}
        />
      )}
    </Fact>
  );
}

interface AskOptions {
  readonly id: string;
  readonly close: () => void;
  readonly done: () => void;
}

const AskSnooze = ({ id, close, done }: AskOptions) => (
  <Dialog
    title="Snooze"
    action="Snooze"
    close={close}
    submit={async (form, once) => {
      const until = new Date(nowMs() + Number(typed(form, 'days')) * DAY_MS).toISOString();
      await run(SnoozeDocument, { id, until, reason: typed(form, 'reason') }, once);
      say(`Snoozed until ${moment(until)}.`);
      done();
    }}
  >
    <p>
      The lists hide it until then, or until its status or its KYC changes. Nothing else changes: every step
      is possible.
    </p>
    <ChoiceField name="days" label="For" words={SPANS} chosen={DAYS_AT_FIRST} />
    <Field label="Why" hint="For operators only; the partner does not learn of it.">
      <textarea name="reason" required maxLength={REASON_LENGTH_MAX} />
    </Field>
  </Dialog>
);

/** The mark of a snoozed row. */
export const SnoozeMark = ({ snooze }: { snooze: SnoozedFragment | null }) =>
  snooze && (
    <span class="badge plain" title={`${moment(snooze.until)}: ${snooze.reason}`}>
      Snoozed until {dayHere(snooze.until)}
    </span>
  );
