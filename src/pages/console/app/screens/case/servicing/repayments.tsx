import { run } from '../../../../../console-kit/api.ts';
import { day, groupedAmount, money, words } from '../../../../../console-kit/format.ts';
import {
  ConfirmRepaymentDocument,
  DeclineRepaymentDocument,
  type RepaymentRowFragment,
  ReverseRepaymentDocument,
  type ServicingQuery,
} from '../../../../../console-kit/generated/graphql.ts';
import { ChoiceField, chosen } from '../../../../../console-kit/choice.tsx';
import { typed } from '../../../../../console-kit/dialog.tsx';
import { Table } from '../../../../../console-kit/list/table.tsx';
import { Badge } from '../../../../../console-kit/parts.tsx';
import { href } from '../../../../../console-kit/route.ts';
import { mayDo } from '../../../../../console-kit/session-state.ts';
import { RowSteps, type Step, useStepsWithNotice } from '../../../../../console-kit/steps.tsx';
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

type Found = NonNullable<ServicingQuery['instantSettlement']>['repayments'];

interface Options {
  readonly fundingId: string;
  readonly repayments: Found;
  readonly currency: string;
  readonly changed: () => void;
}

/** The newest repayments, each with what an operator may do about it. */
export function Repayments({ fundingId, repayments: { nodes, totalCount }, currency, changed }: Options) {
  const { begin, dialog } = useStepsWithNotice(changed);
  if (nodes.length === 0) return <p class="faint">Nothing was paid or reported yet.</p>;
  return (
    <>
      <Table
        label="Repayments"
        look="tight"
        rows={nodes}
        columns={[
          {
            title: 'Received',
            kind: 'name',
            show: ({ receivedOn, reference }) => (
              <>
                {day(receivedOn)}
                {reference !== null && <span class="faint line">{reference}</span>}
              </>
            ),
          },
          { title: 'How', show: ({ source }) => words(source) },
          {
            title: `Amount in ${currency}`,
            kind: 'number',
            show: ({ amount }) => groupedAmount(amount, currency),
          },
          {
            title: 'Status',
            show: (row) => (
              <>
                <Badge of={row.status} />
                <Why row={row} />
                <RowSteps steps={mayDo('WRITE') ? stepsOf(row, currency) : []} begin={begin} />
              </>
            ),
          },
        ]}
      />
      {totalCount > nodes.length && (
        <p class="faint">
          The newest {nodes.length} of {totalCount}.{' '}
          <a href={href('money', 'repayments', { fundingId })}>All</a>
        </p>
      )}
      {dialog}
    </>
  );
}

/** The reason of the decline or the reversal. */
function Why({ row: { reversal, declineReason } }: { row: RepaymentRowFragment }) {
  if (reversal !== null)
    return (
      <span class="faint line">
        {words(reversal.kind)} on {day(reversal.reversedOn)}: {reversal.reason}
      </span>
    );
  return declineReason === null ? null : <span class="faint line">{declineReason}</span>;
}

function stepsOf(row: RepaymentRowFragment, currency: string): readonly Step[] {
  if (row.status === 'REPORTED') return [confirm(row, currency), decline(row, currency)];
  return row.status === 'RECEIVED' ? [reverse(row, currency)] : [];
}

const confirm = ({ id, amount, receivedOn, reference }: RepaymentRowFragment, currency: string): Step => ({
  name: 'Confirm',
  operation: 'CONFIRM',
  object: id,
  tone: 'good',
  title: `Confirm ${money(amount, currency)}`,
  done: 'The repayment was confirmed.',
  fields: () => (
    <>
      <AmountField currency={currency} most={amount} label="What really arrived" />
      <DayField label="Received on" value={receivedOn} />
      <ReferenceField value={reference ?? ''} />
      <SecondPayment />
    </>
  ),
  send: (form, once) => {
    const given = typed(form, 'reference');
    const input = {
      amount: typedAmount(form, currency),
      receivedOn: typed(form, 'day'),
      allowDuplicate: isSecondPayment(form),
      ...(given !== '' && { reference: given }),
    };
    return run(ConfirmRepaymentDocument, { id, input }, once);
  },
});

const decline = ({ id, amount }: RepaymentRowFragment, currency: string): Step => ({
  name: 'Decline',
  tone: 'bad',
  title: `Decline ${money(amount, currency)}`,
  done: 'The report was declined.',
  fields: () => <ReasonField hint="The partner sees it." />,
  send: (form, once) => run(DeclineRepaymentDocument, { id, reason: typed(form, 'reason') }, once),
});

const REVERSALS = {
  RETURNED: 'The money went back',
  MISTAKE: 'It never came; it was recorded by mistake',
} as const;

const reverse = ({ id, amount }: RepaymentRowFragment, currency: string): Step => ({
  name: 'Reverse',
  operation: 'REVERSE',
  object: id,
  tone: 'bad',
  title: `Reverse ${money(amount, currency)}`,
  done: 'The repayment was reversed.',
  fields: () => (
    <>
      <ChoiceField name="kind" label="What happened" words={REVERSALS} />
      <DayField label="It went back on" hint="For money that went back." value={today()} />
      <ReasonField hint="The partner sees it." />
    </>
  ),
  send: (form, once) => {
    const kind = chosen(form, 'kind', REVERSALS) ?? 'RETURNED';
    const reversedOn = kind === 'RETURNED' && { reversedOn: typed(form, 'day') };
    return run(ReverseRepaymentDocument, { id, kind, reason: typed(form, 'reason'), ...reversedOn }, once);
  },
});
