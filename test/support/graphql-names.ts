import { graphqlName } from '../../src/pipeline/graphql-kit/naming.ts';

/** Members whose content is the client's own. */
const FREE_JSON: ReadonlySet<string> = new Set([
  'transactions',
  'provider_company_screening_result',
  'provider_batch_screening_result',
]);
const IDENTITY_TYPES: ReadonlySet<string> = new Set(['national_id', 'passport', 'driver_license']);

/** A REST body as a GraphQL input. */
export function toGraphqlNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toGraphqlNames);
  if (typeof value === 'string' && IDENTITY_TYPES.has(value)) return value.toUpperCase();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.startsWith('_') ? name : graphqlName(name),
      FREE_JSON.has(name) ? member : toGraphqlNames(member),
    ]),
  );
}
