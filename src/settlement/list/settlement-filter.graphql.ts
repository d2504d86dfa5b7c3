import { withoutNulls } from '../../graphql-kit/naming.ts';

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
