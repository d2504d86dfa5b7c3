import { expect, test } from 'vitest';
import { NODES, NOUNS } from '../../src/kernel/nouns.ts';

test('the nouns have the prefixes, subjects and tags that integrations know', () => {
  const rows = Object.values(NOUNS).map((row) => [
    'prefix' in row ? row.prefix : null,
    'subject' in row ? row.subject : null,
    'tag' in row ? row.tag.name : null,
  ]);
  expect(rows).toEqual([
    ['par', 'partner', null],
    ['opr', 'operator', null],
    ['key', 'key', null],
    ['cus', 'customer', 'Customers'],
    [null, 'kyc', 'KYC'],
    ['doc', null, 'KYC documents'],
    ['fun', 'funding', 'Instant settlements'],
    ['evt', null, 'Events'],
    ['whe', 'webhook_endpoint', 'Webhooks'],
    ['whd', null, null],
    ['wha', null, null],
    ['whr', null, null],
  ]);
});

test('no two nouns share a prefix, an id, a subject, a tag or a node type', () => {
  for (const column of ['prefix', 'id', 'subject', 'node'] as const) {
    const values = Object.values(NOUNS).flatMap((row) => (column in row ? [Reflect.get(row, column)] : []));
    expect(new Set(values).size).toBe(values.length);
  }
});

test('a document and a settlement name their customer, and stand below it', () => {
  expect(NODES.map(({ node }) => node)).toEqual(['Customer', 'Document', 'InstantSettlement']);
});
