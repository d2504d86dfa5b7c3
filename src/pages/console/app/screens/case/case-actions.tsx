import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { run, toApiError } from '../../../../console-kit/api.ts';
import { dayAt } from '../../../../../kernel/days.ts';
import { nowMs } from '../../../../console-kit/clock.ts';
import { money, words } from '../../../../console-kit/format.ts';
import {
  ApproveDocument,
  type CaseQuery,
  DenyDocument,
  DisburseDocument,
  RepayDocument,
  RevokeDocument,
  WithdrawDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Dialog, Field, typed } from '../../../../console-kit/dialog.tsx';
import { DENIALS, isDenial } from '../../../../console-kit/meanings.ts';
import { Key } from '../../../../console-kit/parts.tsx';
import { useKeys } from '../../../../console-kit/use-keys.ts';
import { DayField } from './servicing/fields.tsx';
import { Payout } from './payout.tsx';
import { givenRate, RateField } from './rate-field.tsx';

type Settlement = NonNullable<CaseQuery['instantSettlement']>;
type EventName = Settlement['nextEvents'][number]['event'];

interface Action {
  readonly key: string;
  readonly tone: 'good' | 'bad';
  readonly done: string;
  readonly fields: (settlement: Settlement) => ComponentChildren;
  /** Gets the settlement from the beginning of the action, so that no one decides on unseen changes. */
  readonly send: (seen: Settlement, form: FormData, idempotencyKey: string) => Promise<unknown>;
}

const Reason = () => (
  <Field label="Why" hint="For operators only; the partner does not see it.">
    <textarea name="reason" required maxLength={1000} />
  </Field>
);

/** The events that an operator may cause, with the input of each. */
const ACTIONS: Readonly<Partial<Record<EventName, Action>>> = {
  APPROVE: {
    key: 'a',
    tone: 'good',
    done: 'Approved.',
    fields: (settlement) => <RateField settlement={settlement} />,
    async send(seen, form, idempotencyKey) {
      const interestRate = await givenRate(seen, form);
      const confirmKycRevision = seen.customer.kyc?.revision ?? null;
      await run(
        ApproveDocument,
        { id: seen.id, confirmKycRevision, ...(interestRate !== null && { interestRate }) },
        { idempotencyKey },
      );
    },
  },
  DENY: {
    key: 'd',
    tone: 'bad',
    done: 'Denied.',
    fields: () => (
      <>
        <Field label="Reason" hint="The partner can read it.">
          <select name="reason" required>
            <option value="">Choose a reason</option>
            {Object.entries(DENIALS).map(([code, says]) => (
              <option key={code} value={code}>
                {words(code)}: {says}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Note" hint="For operators only; the partner does not see it.">
          <textarea name="note" maxLength={1000} />
        </Field>
      </>
    ),
    async send({ id }, form, idempotencyKey) {
      const reason = typed(form, 'reason');
      const note = typed(form, 'note');
      if (isDenial(reason))
        await run(DenyDocument, { id, reason, ...(note !== '' && { note }) }, { idempotencyKey });
    },
  },
  WITHDRAW: {
    key: 'w',
    tone: 'bad',
    done: 'The offer was withdrawn.',
    fields: Reason,
    send: ({ id }, form, idempotencyKey) =>
      run(WithdrawDocument, { id, reason: typed(form, 'reason') }, { idempotencyKey }),
  },
  DISBURSE: {
    key: 's',
    tone: 'good',
    done: 'The disbursement was noted.',
    fields: (settlement) => (
      <>
        <Payout settlement={settlement} />
        <Field label="Reference of the payment" hint="As it stands in your books.">
          <input name="reference" required maxLength={255} autocomplete="off" />
        </Field>
        <DayField label="Sent on" value={dayAt(new Date(nowMs()))} />
        {settlement.kycChanged && (
          <label class="check">
            <input type="checkbox" name="confirm" required />
            <span>The KYC changed since the approval, and I have looked at it as it is now.</span>
          </label>
        )}
      </>
    ),
    send: ({ id, customer }, form, idempotencyKey) => {
      const confirmed = form.has('confirm') && { confirmKycRevision: customer.kyc?.revision ?? null };
      return run(
        DisburseDocument,
        {
          id,
          reference: typed(form, 'reference'),
          ...(isOther(form) && { paidOn: typed(form, 'day') }),
          ...confirmed,
        },
        { idempotencyKey },
      );
    },
  },
  REVOKE: {
    key: 'v',
    tone: 'bad',
    done: 'The acceptance was revoked.',
    fields: Reason,
    send: ({ id }, form, idempotencyKey) =>
      run(RevokeDocument, { id, reason: typed(form, 'reason') }, { idempotencyKey }),
  },
  REPAY: {
    key: 'y',
    tone: 'good',
    done: 'The repayment was noted.',
    fields: ({ servicing, currency }) => (
      <>
        <p>{money(servicing?.outstanding ?? 0, currency)} came, which is all that is outstanding.</p>
        <DayField label="Received on" value={dayAt(new Date(nowMs()))} />
        <Field label="Reference" hint="With it, the same payment cannot be recorded twice.">
          <input name="reference" maxLength={140} autocomplete="off" />
        </Field>
      </>
    ),
    send: ({ id }, form, idempotencyKey) => {
      const reference = typed(form, 'reference');
      return run(
        RepayDocument,
        {
          id,
          ...(isOther(form) && { receivedOn: typed(form, 'day') }),
          ...(reference !== '' && { reference }),
        },
        { idempotencyKey },
      );
    },
  },
};

/** The error code of a conflict: someone else changed the settlement or the KYC first. */
export type Overtaking = 'funding_status_invalid' | 'kyc_changed';

interface ActionsOptions {
  readonly settlement: Settlement;
  /** Called when the person begins an action. */
  readonly begun: () => void;
  /** Called when the action is done, with the sentence to show. */
  readonly done: (sentence: string) => void;
  /** Called if the action was refused because the settlement or the KYC has changed since it was shown. */
  readonly refused: (what: Overtaking) => void;
}

/** If the day is not today: today is by the clock of the gateway. */
const isOther = (form: FormData) => typed(form, 'day') !== dayAt(new Date(nowMs()));

/** What was written off is not outstanding; the card of what is owed records a recovery. */
const isNothingOwed = ({ servicing }: Settlement) => servicing?.outstanding === 0;

/** A button for each next event of a settlement that the operator may cause. */
export function Actions({ settlement, begun, done, refused }: ActionsOptions) {
  const [open, setOpen] = useState<{ readonly event: EventName; readonly seen: Settlement } | null>(null);
  const events = mayDo('WRITE')
    ? settlement.nextEvents.filter(
        ({ by, event }) =>
          by === 'OPERATOR' &&
          ACTIONS[event] !== undefined &&
          !(event === 'REPAY' && isNothingOwed(settlement)),
      )
    : [];
  const begin = (event: EventName) => {
    setOpen({ event, seen: settlement });
    begun();
  };
  const keys = events.map(
    ({ event }) =>
      [ACTIONS[event]?.key ?? '', { name: words(event).toLowerCase(), run: () => begin(event) }] as const,
  );
  useKeys(Object.fromEntries(keys));
  const action = open === null ? undefined : ACTIONS[open.event];

  return (
    <div class="actions">
      {events.map(({ event }) => (
        <button key={event} type="button" class={ACTIONS[event]?.tone} onClick={() => begin(event)}>
          {words(event)} <Key>{ACTIONS[event]?.key ?? ''}</Key>
        </button>
      ))}
      {open !== null && action !== undefined && (
        <Dialog
          title={`${words(open.event)} ${money(settlement.amount, settlement.currency)} for ${settlement.customer.companyName}`}
          action={words(open.event)}
          tone={action.tone}
          close={() => setOpen(null)}
          submit={async (form, idempotencyKey) => {
            try {
              await action.send(open.seen, form, idempotencyKey);
            } catch (error) {
              const { code } = toApiError(error);
              if (code !== 'funding_status_invalid' && code !== 'kyc_changed') throw error;
              setOpen(null);
              refused(code);
              return;
            }
            setOpen(null);
            done(action.done);
          }}
        >
          {action.fields(settlement)}
        </Dialog>
      )}
    </div>
  );
}
