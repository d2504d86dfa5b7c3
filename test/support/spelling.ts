import { graphqlName } from '../../src/pipeline/graphql-kit/naming.ts';

/** Members whose content is the client's own: it keeps its names on both APIs. */
const FREE_JSON = new Set([
  'transactions',
  'namecheck_result',
  'provider_company_screening_result',
  'provider_batch_screening_result',
]);

/** Members whose words GraphQL writes as enum values. */
const ENUMS = new Set([
  'type',
  'status',
  'repayment_order',
  'denial_reason',
  'ordering',
  'disabled_reason',
  'last_error',
  'outcome',
  'only',
  'event_type',
  'event_types',
  'state',
  'source',
]);

const wordInGraphql = (word: unknown): unknown =>
  typeof word === 'string' ? (word === '*' ? 'ALL' : word.replace('.', '_').toUpperCase()) : inGraphql(word);

/** A value in the names of REST as GraphQL spells it. */
export function inGraphql(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inGraphql);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [graphqlName(name), memberInGraphql(name, member)]),
  );
}

function memberInGraphql(name: string, member: unknown): unknown {
  if (FREE_JSON.has(name)) return member;
  if (!ENUMS.has(name)) return inGraphql(member);
  return Array.isArray(member) ? member.map(wordInGraphql) : wordInGraphql(member);
}

/** The `param` of a refusal on REST as GraphQL names the same place. */
export function paramInGraphql(param: string): string {
  return param
    .replaceAll(/\w+/g, graphqlName)
    .replace(/^(?:files\.)?file(\d*)\b/, (_, position: string) => `files[${position || 0}]`)
    .replace(/^limit$/, 'first')
    .replace(/^startingAfter$/, 'after');
}

/** An answer without the parts that differ between records: ids, and the names of stored files. */
export function withoutIds(answer: unknown): unknown {
  const text = JSON.stringify(answer)
    .replaceAll(/\b(par|key|cus|doc|fun|evt|whe|whd|wha|whr|rep|ent)_[0-9a-z]{26}/g, '$1')
    .replaceAll(/"(\d{14})-[0-9a-z]{12}-/g, '"$1-');
  return JSON.parse(text);
}
