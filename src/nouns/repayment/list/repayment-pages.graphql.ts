import { loaderOf } from '../../../pipeline/graphql-kit/list-loader.ts';
import { defineNestedPage } from '../../../pipeline/graphql-kit/nested-page.ts';
import {
  countRepaymentsOfSettlements,
  listRepaymentsById,
  listRepaymentsOfSettlements,
} from './repayment-list.operations.ts';

/** A page of one settlement's repayments. One query loads the pages of all settlements in the list. */
export const pagesOfSettlements = defineNestedPage({
  list: listRepaymentsOfSettlements,
  count: countRepaymentsOfSettlements,
  parents: 'funding_ids',
  idName: 'repayment_id',
});

/** Loads the repayments of all lines on a page in one query. */
export const repaymentOfId = loaderOf(listRepaymentsById, 'repayment_ids');
