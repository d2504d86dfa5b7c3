import { CompiledQuery, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../../src/kernel/caller.ts';
import type { Tables } from '../../../../src/engine/sql/tables.ts';
import { updateKyc } from '../../../../src/nouns/kyc/kyc.operations.ts';
import { execute } from '../../../../src/pipeline/execute.ts';
import { createInstantSettlement } from '../../../../src/nouns/settlement/settlement.operations.ts';
import { watchStatements } from '../../../support/database/plan-of.ts';
import { kycBody, openTestGateway, settlementBody, type TestGateway } from '../../../support/gateway.ts';

let fixture: TestGateway;
let partnerId: string;
let customerId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  const partner = await fixture.partner({ auto_limit: [{ currency: 'HKD', amount: 1_000_000_000 }] });
  ({ partnerId } = partner);
  customerId = await partner.completeCustomer('HK');
});
afterAll(() => fixture.close());

/** The query plans of SQLite for the settlements that a command reads. */
async function plansOf(
  work: (gateway: TestGateway['gateway']) => Promise<unknown>,
): Promise<readonly string[]> {
  const { database } = fixture.gateway;
  const { statements, watch } = watchStatements(fixture);
  const transaction = <Result>(run: (db: Kysely<Tables>) => Promise<Result>) =>
    database.transaction((db) => run(db.withPlugin(watch)));
  await work({ ...fixture.gateway, database: { ...database, transaction } });
  const plans: string[] = [];
  for (const { sql, parameters } of statements) {
    if (!/^select[^]*from "instant_settlement"/.test(sql)) continue;
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await database.reads.executeQuery<{ detail: string }>(explained);
    plans.push(...rows.map(({ detail }) => detail).filter((detail) => /instant_settlement/.test(detail)));
  }
  return plans;
}

const call = (input: unknown) => ({
  caller: { ...commandLine, role: 'partner', partnerId } as const,
  requestId: 'test',
  input,
});

// A settlement may have two megabytes of transactions, which SQLite reads in order to get the columns after them.
test('the exposure and the facts of a customer are read from its own settlements, by an index', async () => {
  const plans = await plansOf((gateway) =>
    execute(gateway, createInstantSettlement, { ...call(settlementBody(customerId)), ids: {} }),
  );
  const byIndex = expect.stringContaining('INDEX instant_settlement_outstanding (customer_id=? AND status=?');
  expect(plans).toEqual([byIndex, byIndex, byIndex]);
});

test('a change of the KYC reads none of the finished settlements', async () => {
  const ids = { customer_id: customerId, country: 'HK' } as const;
  const plans = await plansOf((gateway) =>
    execute(gateway, updateKyc, { ...call(kycBody({ legal_name: 'Another Limited' })), ids }),
  );
  expect(plans).toEqual([
    expect.stringContaining('INDEX instant_settlement_outstanding (customer_id=? AND status=?'),
  ]);
});
