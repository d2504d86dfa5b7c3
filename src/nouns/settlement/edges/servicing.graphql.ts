import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../../pipeline/graphql-kit/list-loader.ts';
import { operatorOnly } from '../../../pipeline/graphql-kit/operator-only.ts';
import { shownBy } from '../../../pipeline/graphql-kit/shown-by.ts';
import { SERVICING_STATE_MEANINGS } from '../servicing-states.rules.ts';
import { ServicingView, WrittenOffView } from '../servicing-view.ts';
import { listExtensionReasons } from '../servicing/extension-reasons.operations.ts';
import { SERVICING_OPERATIONS, undoEntryStep } from '../servicing/servicing.operations.ts';
import { isServiced, listServicing } from '../servicing/servicing-reads.operations.ts';
import { WRITE_OFFS } from '../write-off.rules.ts';
import { defineEntryStep, defineStep } from './operator-step.graphql.ts';
import { SettlementObject } from './settlement-type.graphql.ts';
import { enumOf } from '../../../pipeline/graphql-kit/enum.ts';

const ServicingStateEnum = enumOf(
  'ServicingState',
  'How a settlement whose money was sent stands.',
  SERVICING_STATE_MEANINGS,
);
const WriteOffCodeEnum = enumOf('WriteOffCode', 'Why what is outstanding is written off.', WRITE_OFFS);

/** Loads what is owed for all settlements on a page in one query. */
const servicingOf = loaderOf(listServicing, 'funding_ids');

/** Loads the reasons of all settlements on a page in one query. */
const extensionReasonOf = loaderOf(listExtensionReasons, 'funding_ids');

/** What is owed for a settlement, and the steps of operators that change it. */
export function defineServicing(builder: Builder): void {
  const servicing = defineTypes(builder);
  builder.objectField(SettlementObject, 'servicing', (t) =>
    t.field({
      type: servicing,
      nullable: true,
      description: 'What is owed, and what was paid; null before the money was sent.',
      extensions: runs(listServicing),
      resolve(view, _args, context) {
        if (view.servicing !== undefined) return view.servicing;
        return isServiced(view) ? servicingOf(context, view.funding_id) : null;
      },
    }),
  );
  builder.objectField(SettlementObject, 'extensionReason', (t) =>
    t.string({
      nullable: true,
      description: 'Why the due day was moved last.',
      extensions: { ...operatorOnly, ...runs(listExtensionReasons) },
      resolve: (view, _args, context) =>
        isServiced(view) ? extensionReasonOf(context, view.funding_id) : null,
    }),
  );
  const define = defineStep(builder);
  for (const step of SERVICING_OPERATIONS) step(define);
  undoEntryStep(defineEntryStep(builder));
}

/** The type of what is owed, and of what was written off. */
function defineTypes(builder: Builder) {
  const writtenOff = builder.objectRef<WrittenOffView>('WrittenOff').implement({
    description: 'What was written off. Amounts are in the minor unit of the currency of the settlement.',
    extensions: shownBy(WrittenOffView),
    fields: (t) => ({
      principal: t.expose('principal', { type: 'SafeInt' }),
      fee: t.expose('fee', { type: 'SafeInt' }),
      on: t.expose('on', { type: 'LocalDate' }),
      code: t.expose('code', { type: WriteOffCodeEnum }),
    }),
  });
  return builder.objectRef<ServicingView>('Servicing').implement({
    description:
      'What is owed for a settlement whose money was sent. Amounts are in the minor unit of its currency.',
    extensions: shownBy(ServicingView),
    fields: (t) => ({
      fundedOn: t.expose('funded_on', { type: 'LocalDate' }),
      dueOn: t.expose('due_on', { type: 'LocalDate' }),
      originalDueOn: t.expose('original_due_on', { type: 'LocalDate' }),
      payBy: t.expose('pay_by', { type: 'LocalDate' }),
      principalOutstanding: t.expose('principal_outstanding', { type: 'SafeInt' }),
      feeOutstanding: t.expose('fee_outstanding', { type: 'SafeInt' }),
      refundReceivable: t.expose('refund_receivable', { type: 'SafeInt' }),
      outstanding: t.expose('outstanding', { type: 'SafeInt' }),
      paid: t.expose('paid', { type: 'SafeInt' }),
      excess: t.expose('excess', { type: 'SafeInt' }),
      reported: t.expose('reported', { type: 'SafeInt' }),
      daysPastDue: t.exposeInt('days_past_due'),
      state: t.expose('state', { type: ServicingStateEnum }),
      writtenOff: t.expose('written_off', { type: writtenOff, nullable: true }),
      claim: t.expose('claim', { type: 'SafeInt' }),
      closedOn: t.expose('closed_on', { type: 'LocalDate', nullable: true }),
    }),
  });
}
