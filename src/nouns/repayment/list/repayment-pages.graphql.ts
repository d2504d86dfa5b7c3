import { defineNestedPage } from '../../../pipeline/graphql-kit/nested-page.ts';
import { runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import { countRepaymentsOfSettlements, listRepaymentsOfSettlements } from './repayment-list.operations.ts';

/** A page of one settlement's repayments. One query loads the pages of all settlements in the list. */
export const pagesOfSettlements = defineNestedPage({
  pages: (context, input, funding_ids) =>
    runQuery(context, listRepaymentsOfSettlements, { ids: {}, input: { ...input, funding_ids } }),
  totals: (context, input, funding_ids) =>
    runQuery(context, countRepaymentsOfSettlements, { ids: {}, input: { ...input, funding_ids } }),
  idOf: ({ repayment_id }) => repayment_id,
});
