import { expect, test } from 'vitest';
import { NODES, NOUNS } from '../../src/kernel/nouns.ts';

test('the nouns have the prefixes, ids, subjects and tags that integrations know', () => {
  const rows = Object.values(NOUNS).map((row) => [
    'prefix' in row ? row.prefix : null,
    'id' in row ? row.id : null,
    'subject' in row ? row.subject : null,
    'tag' in row ? row.tag.name : null,
  ]);
  expect(rows).toEqual([
    ['par', 'partner_id', 'partner', null],
    [null, null, 'provider', null],
    ['opr', 'operator_id', 'operator', null],
    ['key', 'key_id', 'key', null],
    ['cus', 'customer_id', 'customer', 'Customers'],
    ['kyc', 'kyc_id', 'kyc', 'KYC'],
    ['doc', 'document_id', null, 'KYC documents'],
    ['fun', 'funding_id', 'funding', 'Instant settlements'],
    ['pol', 'policy_id', 'policy', null],
    ['dcn', 'decision_id', null, null],
    ['trl', 'trial_id', null, null],
    ['ent', 'entry_id', null, null],
    ['rep', 'repayment_id', 'repayment', 'Repayments'],
    ['hld', 'hold_id', 'hold', null],
    ['apv', 'approval_id', 'approval', null],
    [null, null, 'assignment', null],
    [null, null, 'snooze', null],
    ['not', null, 'note', null],
    ['evt', 'event_id', null, 'Events'],
    [null, null, null, 'Sandbox'],
    ['whe', 'webhook_endpoint_id', 'webhook_endpoint', 'Webhooks'],
    ['whd', 'webhook_delivery_id', null, null],
    ['wha', 'webhook_attempt_id', null, null],
    ['whr', 'webhook_replay_id', null, null],
    ['exp', 'export_id', 'export', null],
  ]);
});

test('no two nouns share a prefix, an id, a subject, a tag or a node type', () => {
  for (const column of ['prefix', 'id', 'subject', 'node'] as const) {
    const values = Object.values(NOUNS).flatMap((row) => (column in row ? [Reflect.get(row, column)] : []));
    expect(new Set(values).size).toBe(values.length);
  }
});

test('a noun stands below the nouns whose ids its views contain', () => {
  expect(NODES.map(({ node }) => node)).toEqual([
    'Partner',
    'Operator',
    'ApiKey',
    'Customer',
    'Kyc',
    'Document',
    'InstantSettlement',
    'Policy',
    'Decision',
    'Repayment',
    'Hold',
    'Approval',
    'Event',
    'WebhookEndpoint',
    'WebhookDelivery',
    'WebhookAttempt',
    'WebhookReplay',
  ]);
});
