import type { CaseSettlement } from '../../../../../console-kit/case-settlement.ts';
import { daysAfter } from '../../../../../../kernel/days.ts';
import { run } from '../../../../../console-kit/api.ts';
import { ChoiceField, chosen, type Words } from '../../../../../console-kit/choice.tsx';
import { Field, typed } from '../../../../../console-kit/dialog.tsx';
import { money } from '../../../../../console-kit/format.ts';
import {
  CorrectDisbursementDocument,
  ExtendDocument,
  RecordRepaymentDocument,
  RefundExcessDocument,
  type RepaymentSource,
  ReturnDisbursementDocument,
  WaiveFeeDocument,
  type WriteOffCode,
  WriteOffDocument,
} from '../../../../../console-kit/generated/graphql.ts';
import { mayDo } from '../../../../../console-kit/session-state.ts';
import { type Step, StepButtons, useStepsWithNotice } from '../../../../../console-kit/steps.tsx';
import {
  AmountField,
  DayField,
  isSecondPayment,
  ReasonField,
  ReferenceField,
  SecondPayment,
  today,
  typedAmount,
} from '../../../../../console-kit/fields.tsx';

export type Facts = NonNullable<CaseSettlement['servicing']>;

const SOURCES: Words<RepaymentSource> = {
  TRANSFER: 'Transfer',
  SALES_SHARE: 'Sales share',
  INSTALMENT: 'Instalment',
  OFFSET: 'Offset',
};
const WRITE_OFF_CODES: Words<WriteOffCode> = {
  INSOLVENCY: 'Insolvency',
  FRAUD: 'Fraud',
  DISPUTE: 'Dispute',
  UNECONOMIC: 'Uneconomic',
  OTHER: 'Other',
};

export interface ServicingOptions {
  readonly settlement: CaseSettlement;
  readonly servicing: Facts;
  readonly changed: () => void;
}

/** A button for each thing that an operator may do about what is owed. */
export function ServicingActions({ settlement, servicing, changed }: ServicingOptions) {
  const { begin, dialog } = useStepsWithNotice(changed);
  const steps = mayDo('WRITE') ? stepsOf(settlement, servicing) : [];
  return (
    <div class="actions">
      <StepButtons steps={steps} begin={begin} look="plain" />
      {dialog}
    </div>
  );
}

function stepsOf(settlement: CaseSettlement, servicing: Facts): readonly Step[] {
  const isOpen = settlement.status === 'FUNDED' && servicing.writtenOff === null;
  const { excess, paid } = servicing;
  return [
    record(settlement, servicing),
    ...(isOpen ? [extend(settlement, servicing)] : []),
    ...(servicing.writtenOff === null ? [waive(settlement)] : []),
    ...(excess > 0 ? [refund(settlement, excess)] : []),
    ...(isOpen ? [writeOff(settlement, servicing)] : []),
    // Its wrong day may be noticed after all was paid.
    correct(settlement, servicing),
    ...(isOpen && paid === 0 && excess === 0 ? [sentBack(settlement)] : []),
  ];
}

const record = ({ id, currency }: CaseSettlement, { outstanding, claim }: Facts): Step => ({
  name: 'Record a repayment',
  operation: 'RECORD',
  tone: 'good',
  title: 'Record a repayment',
  done: 'The repayment was recorded.',
  fields: () => (
    <>
      <AmountField currency={currency} {...(outstanding + claim > 0 && { most: outstanding + claim })} />
      <DayField label="Received on" value={today()} />
      <ChoiceField name="source" label="How it came" words={SOURCES} />
      <ReferenceField />
      <SecondPayment />
    </>
  ),
  send: (form, once) => {
    const reference = typed(form, 'reference');
    const input = {
      amount: typedAmount(form, currency),
      receivedOn: typed(form, 'day'),
      source: chosen(form, 'source', SOURCES) ?? 'TRANSFER',
      ...(reference !== '' && { reference }),
      allowDuplicate: isSecondPayment(form),
    };
    return run(RecordRepaymentDocument, { id, input }, once);
  },
});

const extend = ({ id }: CaseSettlement, { dueOn }: Facts): Step => ({
  name: 'Extend',
  operation: 'EXTEND',
  tone: 'good',
  title: 'Move the due day',
  done: 'The due day was moved.',
  fields: () => (
    <>
      <DayField label="New due day" value={daysAfter(dueOn > today() ? dueOn : today(), 7)} />
      <p class="faint">The fee stays the same. A due day can be moved three times.</p>
      <ReasonField />
    </>
  ),
  send: (form, once) =>
    run(ExtendDocument, { id, dueOn: typed(form, 'day'), reason: typed(form, 'reason') }, once),
});

const waive = ({ id, currency }: CaseSettlement): Step => ({
  name: 'Waive fee',
  operation: 'WAIVE',
  tone: 'bad',
  title: 'Waive a part of the fee',
  done: 'The fee was waived.',
  fields: () => (
    <>
      <AmountField currency={currency} />
      <ReasonField />
    </>
  ),
  send: (form, once) =>
    run(WaiveFeeDocument, { id, amount: typedAmount(form, currency), reason: typed(form, 'reason') }, once),
});

const refund = ({ id, currency }: CaseSettlement, excess: number): Step => ({
  name: 'Refund excess',
  operation: 'REFUND',
  tone: 'good',
  title: 'Note that excess was paid back',
  done: 'The refund was noted.',
  fields: () => (
    <>
      <AmountField currency={currency} most={excess} />
      <ReasonField />
    </>
  ),
  send: (form, once) =>
    run(
      RefundExcessDocument,
      { id, amount: typedAmount(form, currency), reason: typed(form, 'reason') },
      once,
    ),
});

const writeOff = ({ id, currency }: CaseSettlement, { outstanding }: Facts): Step => ({
  name: 'Write off',
  operation: 'WRITE_OFF',
  tone: 'bad',
  title: `Write off ${money(outstanding, currency)}`,
  done: 'It was written off.',
  fields: () => (
    <>
      <ChoiceField name="code" label="Why" words={WRITE_OFF_CODES} none="Choose a reason" />
      <Field label="Note" hint="For operators only; the partner does not see it.">
        <textarea name="reason" maxLength={1000} />
      </Field>
    </>
  ),
  async send(form, once) {
    const code = chosen(form, 'code', WRITE_OFF_CODES);
    const reason = typed(form, 'reason');
    if (code !== undefined) await run(WriteOffDocument, { id, code, ...(reason !== '' && { reason }) }, once);
  },
});

const correct = ({ id }: CaseSettlement, { fundedOn }: Facts): Step => ({
  name: 'Correct the day',
  operation: 'CORRECT',
  tone: 'good',
  title: 'Correct the day of the payout',
  done: 'The day of the payout was corrected.',
  fields: () => (
    <>
      <DayField label="Sent on" value={fundedOn} />
      <ReasonField />
    </>
  ),
  send: (form, once) =>
    run(CorrectDisbursementDocument, { id, paidOn: typed(form, 'day'), reason: typed(form, 'reason') }, once),
});

const sentBack = ({ id }: CaseSettlement): Step => ({
  name: 'Sent back by the bank',
  operation: 'RETURN',
  tone: 'bad',
  title: 'The bank sent the money back',
  done: 'The settlement is accepted again.',
  fields: () => (
    <>
      <DayField label="It came back on" value={today()} />
      <ReasonField />
    </>
  ),
  send: (form, once) =>
    run(
      ReturnDisbursementDocument,
      { id, returnedOn: typed(form, 'day'), reason: typed(form, 'reason') },
      once,
    ),
});
