import type { PromiseOrValue } from '../../../engine/async/promise-or-value.ts';
import { statement } from '../../../engine/sql/statement.ts';
import { defineQuery, type QueryContext } from '../../../pipeline/operation.ts';
import { ownedAmong, ownerSeenBy } from '../../../pipeline/rows/tenancy.ts';
import { missingSettlement, type SettlementIds } from '../find-settlement.ts';
import { requireGenuineSettlement } from '../proven-settlements.ts';
import { type InstantSettlementView, presentSettlement, type SettlementRow } from '../settlement.present.ts';
import { transactionReads } from '../transactions-read.operations.ts';
import { withOwnServicing } from './servicing-reads.operations.ts';
import { type ServicingText, servicingTextFor } from './servicing-text.ts';

interface Asked extends SettlementIds {
  /** Null for any partner. */
  readonly owner: string | null;
  /** Whether the statement also reads what is owed. Null is another shape, so it gets a statement of its own. */
  readonly servicing: true | null;
}

const settlementById = statement((db, { funding_id, customer_id, owner, servicing }: Asked) =>
  db
    .selectFrom('instant_settlement')
    .selectAll()
    .$if(servicing !== null, (one) => one.select(servicingTextFor(db, owner)))
    .where('id', '=', funding_id)
    .$if(customer_id !== null, (one) => one.where('customer_id', '=', customer_id))
    .where(ownedAmong(owner)),
);

/** The settlement, for a read only. Throws as `findSettlement` does. */
async function findToShow(
  { db, caller, rowMacs, isWhole }: QueryContext,
  { funding_id, customer_id }: SettlementIds,
): Promise<SettlementRow & Partial<ServicingText>> {
  const owner = ownerSeenBy(caller);
  const [row] = await settlementById(db, {
    funding_id,
    customer_id,
    owner,
    servicing: isWhole ? true : null,
  });
  if (row === undefined) throw missingSettlement();
  requireGenuineSettlement(rowMacs, row);
  return row;
}

export const getInstantSettlement = defineQuery({
  name: 'getInstantSettlement',
  roles: ['partner', 'operator'],
  locate: findToShow,
  run(context, { subject }): PromiseOrValue<InstantSettlementView> {
    const view = presentSettlement(subject, context);
    return context.isWhole ? withOwnServicing(context, view, subject) : view;
  },
  discloses: (context, { funding_id }) => transactionReads(context, [funding_id]),
});
