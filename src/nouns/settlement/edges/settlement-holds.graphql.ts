import { CustomerObject } from '../../customer/customer.graphql.ts';
import { HoldObject } from '../../hold/hold.graphql.ts';
import { HOLDS_OF_SETTLEMENT_MAX, listHoldsOf } from '../../hold/hold-list.operations.ts';
import type { HoldView } from '../../hold/hold.present.ts';
import { PartnerObject } from '../../partner/partner.graphql.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { atMost, runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { defineLoader } from '../../../pipeline/graphql-kit/loader.ts';
import { operatorOnly } from '../../../pipeline/graphql-kit/operator-only.ts';
import { runQuery } from '../../../pipeline/graphql-kit/run-operation.ts';
import { SettlementObject } from './settlement-type.graphql.ts';

/** Loads the holds of all records on a page in one query. */
const loaderFor = (kind: 'settlement' | 'customer' | 'partner') =>
  defineLoader<readonly HoldView[]>((context, held_ids) =>
    runQuery(context, listHoldsOf, { ids: {}, input: { kind, held_ids } }),
  );
const holdsOfSettlement = loaderFor('settlement');
const holdsOfCustomer = loaderFor('customer');
const holdsOfPartner = loaderFor('partner');

/** The holds that stop a settlement, or all settlements of a customer or a partner. */
export function defineHoldsOf(builder: Builder): void {
  const facts = {
    nullable: true,
    extensions: { ...operatorOnly, ...runs(listHoldsOf), ...atMost(HOLDS_OF_SETTLEMENT_MAX) },
  } as const;
  builder.objectField(SettlementObject, 'holds', (t) =>
    t.field({
      type: [HoldObject],
      ...facts,
      description:
        'The standing holds that stop its approval, payout and refunds, own and more general ones.',
      resolve: async ({ funding_id }, _args, context) => (await holdsOfSettlement(context, funding_id)) ?? [],
    }),
  );
  builder.objectField(CustomerObject, 'holds', (t) =>
    t.field({
      type: [HoldObject],
      ...facts,
      description: 'The standing holds on all settlements of the customer.',
      resolve: async ({ customer_id }, _args, context) => (await holdsOfCustomer(context, customer_id)) ?? [],
    }),
  );
  builder.objectField(PartnerObject, 'holds', (t) =>
    t.field({
      type: [HoldObject],
      ...facts,
      description: 'The standing holds on all settlements of the partner.',
      resolve: async ({ partner_id }, _args, context) => (await holdsOfPartner(context, partner_id)) ?? [],
    }),
  );
}
