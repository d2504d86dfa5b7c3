import { loaderOf } from '../../../pipeline/graphql-kit/list-loader.ts';
import { defineNestedPage } from '../../../pipeline/graphql-kit/nested-page.ts';
import {
  countSettlementsOfCustomers,
  listSettlementsById,
  listSettlementsOfCustomers,
} from './settlement-list.operations.ts';

/** A page of one customer's settlements. One query loads the pages of all customers in the list. */
export const pagesOfCustomers = defineNestedPage({
  list: listSettlementsOfCustomers,
  count: countSettlementsOfCustomers,
  parents: 'customer_ids',
  idName: 'funding_id',
});

/** Loads the settlements of all items on a page in one query. */
export const settlementOfId = loaderOf(listSettlementsById, 'funding_ids');
