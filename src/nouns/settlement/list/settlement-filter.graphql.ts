import { ofCurrency, ofPartner } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder, EnumRef } from '../../../pipeline/graphql-kit/builder.ts';
import { withoutNulls } from '../../../pipeline/graphql-kit/naming.ts';
import type { SettlementStatus } from '../settlement.machine.ts';

/** The filter of every list of settlements. */
export function defineSettlementFilter(builder: Builder, status: EnumRef<SettlementStatus>) {
  return builder.inputType('InstantSettlementFilter', {
    description: 'Which settlements a list has.',
    fields: (t) => ({
      customerId: t.id({ description: 'Only those of this customer.' }),
      status: t.field({ type: [status], description: 'One or several.' }),
      currency: t.string(ofCurrency),
      createdFrom: t.field({ type: 'DateTime', description: 'The first second.' }),
      createdUntil: t.field({ type: 'DateTime', description: 'The last second.' }),
      partnerId: t.id(ofPartner),
    }),
  });
}

/** The filter of a list of settlements, as GraphQL has it. */
interface Filter {
  readonly customerId?: string | null | undefined;
  readonly status?: readonly (string | number)[] | null | undefined;
  readonly currency?: string | null | undefined;
  readonly createdFrom?: string | null | undefined;
  readonly createdUntil?: string | null | undefined;
}

/** The filter as the input of the operation. */
export function filtersOf(filter: Filter | null | undefined) {
  const { customerId: customer_id, createdFrom: created_from, createdUntil: created_until } = filter ?? {};
  const { status, currency } = filter ?? {};
  return withoutNulls({ customer_id, status, currency, created_from, created_until });
}
