import { idOf } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { inputFromZod } from '../../../pipeline/graphql-kit/input-from-zod.ts';
import { commandField, idArgument } from '../../../pipeline/graphql-kit/run-operation.ts';
import { SettlementObject } from '../../settlement/edges/settlement-type.graphql.ts';
import { ConfirmRepaymentInput, RecordRepaymentInput, ReportRepaymentInput } from '../repayment.input.ts';
import { cancelRepayment, reportRepayment } from '../repayment.operations.ts';
import {
  confirmRepayment,
  declineRepayment,
  recordRepayment,
  repayInstantSettlement,
  reverseRepayment,
} from '../receipt.operations.ts';
import { RepaymentObject } from './repayment.graphql.ts';
import { commandOn } from '../../../pipeline/graphql-kit/command-of.ts';

/** The mutations of repayments: what partners report, and what operators record. */
export function defineRepaymentChanges(builder: Builder): void {
  const report = inputFromZod(builder, 'ReportRepaymentInput', ReportRepaymentInput);
  const record = inputFromZod(builder, 'RecordRepaymentInput', RecordRepaymentInput);
  const confirm = inputFromZod(builder, 'ConfirmRepaymentInput', ConfirmRepaymentInput);

  builder.mutationFields((t) => ({
    reportRepayment: t.field({
      type: RepaymentObject,
      description: 'Says that money was paid. It has no effect until the provider confirms it.',
      ...commandOn(builder, reportRepayment, 'funding_id', report),
    }),
    cancelRepayment: t.field({
      type: RepaymentObject,
      description: 'Takes back a report that waits for the provider.',
      ...commandOn(builder, cancelRepayment, 'repayment_id'),
    }),
    recordRepayment: t.field({
      type: RepaymentObject,
      description: 'Records money that came without a report. For operators.',
      ...commandOn(builder, recordRepayment, 'funding_id', record),
    }),
    confirmRepayment: t.field({
      type: RepaymentObject,
      description: 'Records that the money of a report came. For operators.',
      args: {
        id: t.arg.id(idOf('repayment_id')),
        input: t.arg({ type: confirm, description: 'What came, if it is not what was reported.' }),
      },
      ...commandField(confirmRepayment, (args) => ({
        ids: { repayment_id: idArgument(args, 'id') },
        input: args['input'] ?? {},
      })),
    }),
  }));
  defineUndoing(builder);
}

/** The mutations of operators without an input type. */
function defineUndoing(builder: Builder): void {
  builder.mutationFields((t) => ({
    declineRepayment: t.field({
      type: RepaymentObject,
      description: 'Declines a report whose money did not come. For operators.',
      ...commandOn(builder, declineRepayment, 'repayment_id'),
    }),
    reverseRepayment: t.field({
      type: RepaymentObject,
      description: 'Undoes a repayment that went back or never came. For operators.',
      ...commandOn(builder, reverseRepayment, 'repayment_id'),
    }),
    repayInstantSettlement: t.field({
      type: SettlementObject,
      description: 'Records one repayment of all that is outstanding. For operators.',
      ...commandOn(builder, repayInstantSettlement, 'funding_id'),
    }),
  }));
}
