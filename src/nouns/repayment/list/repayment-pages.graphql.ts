import { defineLoader } from '../../../pipeline/graphql-kit/loader.ts';
import { defineNestedPage } from '../../../pipeline/graphql-kit/nested-page.ts';
import { runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import {
  countRepaymentsOfSettlements,
  listRepaymentsById,
  listRepaymentsOfSettlements,
} from './repayment-list.operations.ts';

/** A page of one settlement's repayments. One query loads the pages of all settlements in the list. */
export const pagesOfSettlements = defineNestedPage({
  pages: (context, input, funding_ids) =>
    runQuery(context, listRepaymentsOfSettlements, { ids: {}, input: { ...input, funding_ids } }),
  totals: (context, input, funding_ids) =>
    runQuery(context, countRepaymentsOfSettlements, { ids: {}, input: { ...input, funding_ids } }),
  idOf: ({ repayment_id }) => repayment_id,
});

/** Loads the repayments of all lines on a page in one query. */
export const repaymentOfId = defineLoader((context, repayment_ids) =>
  runQuery(context, listRepaymentsById, { ids: {}, input: { repayment_ids } }),
);
