import { defineQuery, NoInput } from '../../../pipeline/operation.ts';
import { findSettlement } from '../find-settlement.ts';
import { type InstantSettlementView, presentSettlement } from '../settlement.present.ts';
import { transactionReads } from '../transactions-read.operations.ts';
import { withOwnServicing } from './servicing-reads.operations.ts';

export const getInstantSettlement = defineQuery({
  name: 'getInstantSettlement',
  roles: ['partner', 'operator'],
  input: NoInput,
  locate: findSettlement,
  run: async (context, { subject }): Promise<InstantSettlementView> => presentSettlement(subject, context),
  completes: withOwnServicing,
  discloses: (context, { funding_id }) => transactionReads(context, [funding_id]),
});
