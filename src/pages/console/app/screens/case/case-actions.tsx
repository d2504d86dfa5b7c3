import type { ComponentChildren } from 'preact';
import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { type Once, run } from '../../../../console-kit/api.ts';
import { money, words } from '../../../../console-kit/format.ts';
import {
  ApproveDocument,
  DenyDocument,
  DisburseDocument,
  RepayDocument,
  RevokeDocument,
  WithdrawDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Field, typed } from '../../../../console-kit/dialog.tsx';
import { type Step, StepButtons, useSteps } from '../../../../console-kit/steps.tsx';
import { DenialReasons, givenReasons } from '../../../../console-kit/denial-reasons.tsx';
import { givenOverride, OverrideField } from '../../../../console-kit/policy/override-field.tsx';
import { CheckField, DayField, ReasonField, ReferenceField, today } from '../../../../console-kit/fields.tsx';
import { Payout } from './payout.tsx';
import { givenRate, RateField } from './rate-field.tsx';

type EventName = CaseSettlement['nextEvents'][number]['event'];

interface Action extends Pick<Step, 'key' | 'tone' | 'done' | 'operation'> {
  readonly fields: (settlement: CaseSettlement) => ComponentChildren;
  /** Gets the settlement as the person saw it when the step began. */
  readonly send: (seen: CaseSettlement, form: FormData, once: Once) => Promise<unknown>;
}

/** The events that an operator may cause, with the input of each. */
const ACTIONS: Readonly<Partial<Record<EventName, Action>>> = {
  APPROVE: {
    key: 'a',
    operation: 'APPROVE',
    tone: 'good',
    done: 'Approved.',
    fields: (settlement) => (
      <>
        <RateField settlement={settlement} />
        <OverrideField id={settlement.id} outcome="APPROVE" />
      </>
    ),
    async send(seen, form, once) {
      const interestRate = await givenRate(seen, form);
      const confirmKycRevision = seen.customer.kyc?.revision ?? null;
      await run(
        ApproveDocument,
        {
          id: seen.id,
          confirmKycRevision,
          ...(interestRate !== null && { interestRate }),
          ...givenOverride(form),
        },
        once,
      );
    },
  },
  DENY: {
    key: 'd',
    tone: 'bad',
    done: 'Denied.',
    fields: ({ id }) => (
      <DenialReasons>
        <OverrideField id={id} outcome="DENY" />
        <Field label="Note" hint="For operators only; the partner does not see it.">
          <textarea name="note" maxLength={1000} />
        </Field>
      </DenialReasons>
    ),
    async send({ id }, form, once) {
      const [reason, ...moreReasons] = givenReasons(form);
      const note = typed(form, 'note');
      if (reason !== undefined)
        await run(
          DenyDocument,
          {
            id,
            reason,
            ...(moreReasons.length > 0 && { moreReasons }),
            ...(note !== '' && { note }),
            ...givenOverride(form),
          },
          once,
        );
    },
  },
  WITHDRAW: {
    key: 'w',
    tone: 'bad',
    done: 'The offer was withdrawn.',
    fields: () => <ReasonField />,
    send: ({ id }, form, once) => run(WithdrawDocument, { id, reason: typed(form, 'reason') }, once),
  },
  DISBURSE: {
    key: 's',
    operation: 'DISBURSE',
    tone: 'good',
    done: 'The disbursement was noted.',
    fields: (settlement) => (
      <>
        <Field label="Reference of the payment" hint="As it stands in your books.">
          <input name="reference" required maxLength={255} autocomplete="off" />
        </Field>
        <Payout settlement={settlement} />
        {settlement.kycChanged && (
          <CheckField name="confirm" required>
            The KYC changed since the approval, and I have looked at it as it is now.
          </CheckField>
        )}
      </>
    ),
    send: ({ id, customer }, form, once) => {
      const confirmed = form.has('confirm') && { confirmKycRevision: customer.kyc?.revision ?? null };
      return run(
        DisburseDocument,
        {
          id,
          reference: typed(form, 'reference'),
          ...(isOther(form) && { paidOn: typed(form, 'day') }),
          ...confirmed,
        },
        once,
      );
    },
  },
  REVOKE: {
    key: 'v',
    tone: 'bad',
    done: 'The acceptance was revoked.',
    fields: () => <ReasonField />,
    send: ({ id }, form, once) => run(RevokeDocument, { id, reason: typed(form, 'reason') }, once),
  },
  REPAY: {
    key: 'y',
    operation: 'REPAY',
    tone: 'good',
    done: 'The repayment was noted.',
    fields: ({ servicing, currency }) => (
      <>
        <p>{money(servicing?.outstanding ?? 0, currency)} came, which is all that is outstanding.</p>
        <DayField label="Received on" value={today()} />
        <ReferenceField />
      </>
    ),
    send: ({ id }, form, once) => {
      const reference = typed(form, 'reference');
      return run(
        RepayDocument,
        {
          id,
          ...(isOther(form) && { receivedOn: typed(form, 'day') }),
          ...(reference !== '' && { reference }),
        },
        once,
      );
    },
  },
};

/** The error code of a conflict: someone else changed the settlement or the KYC first. */
export type Overtaking = 'funding_status_invalid' | 'kyc_changed';

interface ActionsOptions {
  readonly settlement: CaseSettlement;
  /** Called when the person begins an action. */
  readonly begun: () => void;
  /** Called when the action is done, with the sentence to show. */
  readonly done: (sentence: string) => void;
  /** Called if the action was refused because the settlement or the KYC has changed since it was shown. */
  readonly refused: (what: Overtaking) => void;
}

/** If the day is not today: today is by the clock of the gateway. */
const isOther = (form: FormData) => typed(form, 'day') !== today();

/** What was written off is not outstanding; the card of what is owed records a recovery. */
const isNothingOwed = ({ servicing }: CaseSettlement) => servicing?.outstanding === 0;

const isOvertaking = (code: string): code is Overtaking =>
  code === 'funding_status_invalid' || code === 'kyc_changed';

/** A button for each next event of a settlement that the operator may cause. */
export function Actions({ settlement, begun, done, refused }: ActionsOptions) {
  const { begin, dialog } = useSteps({
    begun,
    done,
    refused({ code }) {
      if (!isOvertaking(code)) return false;
      refused(code);
      return true;
    },
  });
  const steps = mayDo('WRITE') ? stepsOf(settlement) : [];
  return (
    <div class="actions">
      <StepButtons steps={steps} begin={begin} look="toned" />
      {dialog}
    </div>
  );
}

function stepsOf(settlement: CaseSettlement): readonly Step[] {
  const { amount, currency, customer } = settlement;
  return settlement.nextEvents.flatMap(({ by, event }) => {
    const action = ACTIONS[event];
    if (by !== 'OPERATOR' || action === undefined) return [];
    if (event === 'REPAY' && isNothingOwed(settlement)) return [];
    const name = words(event);
    return {
      ...action,
      name,
      title: `${name} ${money(amount, currency)} for ${customer.companyName}`,
      fields: () => action.fields(settlement),
      send: (form: FormData, once: Once) => action.send(settlement, form, once),
    };
  });
}
