import { defineLoader } from '../../../pipeline/graphql-kit/loader.ts';
import { defineNestedPage } from '../../../pipeline/graphql-kit/nested-page.ts';
import { runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import {
  countSettlementsOfCustomers,
  listSettlementsById,
  listSettlementsOfCustomers,
} from './settlement-list.operations.ts';

/** A page of one customer's settlements. One query loads the pages of all customers in the list. */
export const pagesOfCustomers = defineNestedPage({
  pages: (context, input, customer_ids) =>
    runQuery(context, listSettlementsOfCustomers, { ids: {}, input: { ...input, customer_ids } }),
  totals: (context, input, customer_ids) =>
    runQuery(context, countSettlementsOfCustomers, { ids: {}, input: { ...input, customer_ids } }),
  idOf: ({ funding_id }) => funding_id,
});

/** Loads the settlements of all items on a page in one query. */
export const settlementOfId = defineLoader((context, funding_ids) =>
  runQuery(context, listSettlementsById, { ids: {}, input: { funding_ids } }),
);
