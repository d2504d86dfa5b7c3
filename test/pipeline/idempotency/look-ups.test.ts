import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLookUps } from '../../../src/pipeline/idempotency/look-ups.ts';
import { watchStatements } from '../../support/database/plan-of.ts';
import { customerBody, openTestGateway, type TestGateway } from '../../support/gateway.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
});
afterAll(() => fixture.close());

test('keys of one owner that are looked up at once share a statement, up to 32 of them', async () => {
  const { rest, partnerId: owner } = await fixture.partner();
  await rest('POST', '/v1/customers', customerBody(), { 'idempotency-key': 'key-0' });
  const { statements, watch } = watchStatements(fixture);
  const db = fixture.gateway.database.reads.withPlugin(watch);
  const hasRow = createLookUps();
  const lookUp = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => hasRow(db, { owner, key: `key-${at}` })));
  expect(await lookUp(32)).toEqual([true, ...Array.from({ length: 31 }, () => false)]);
  expect(statements).toHaveLength(1);
  await lookUp(33);
  expect(statements).toHaveLength(3);
});
