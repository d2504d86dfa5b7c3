import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyTrail } from '../../../src/run/audit/verify.ts';
import { openRepayments, type Repayments } from './fixture.ts';

let fixture: Repayments;
let id: string;
beforeAll(async () => {
  fixture = await openRepayments();
  id = await fixture.bring('funded');
});
afterAll(() => fixture.close());

async function findings(): Promise<readonly string[]> {
  const { database, keyring } = fixture.gateway;
  const found = await verifyTrail(database.reads, {
    ...keyring,
    keys: keyring.verifying.audit,
    formerKeys: [],
    anchors: [],
    progress: () => {},
  });
  return found.findings.map((finding) =>
    [finding.fault, 'record' in finding ? finding.record : Reflect.get(finding, 'subject')].join(' '),
  );
}

describe('audit verify', () => {
  test('finds nothing wrong with repayments of every kind', async () => {
    const reports = [await fixture.report(id), await fixture.report(id), await fixture.report(id)];
    const [first, second, third] = reports.map(({ repayment }) => repayment.id);
    await fixture.run('confirm', { id: first, input: { amount: 7 } });
    await fixture.run('decline', { id: second, reason: 'r' });
    await fixture.run('cancel', { id: third });
    await fixture.run('reverse', { id: (await fixture.record(id)).repayment.id, reason: 'r' });
    await fixture.report(id);
    expect(await findings()).toEqual([]);
  });

  test.each([
    ['status', 'received'],
    ['amount', 1],
    ['received_on', '2026-02-01'],
    ['source', 'offset'],
    ['reference_hash', 'x'],
    ['allocated_fee', 1],
    ['settlement_id', 'fun_other'],
  ])(
    'finds %s of a repayment that was changed in the database directly, and a read refuses it',
    async (column, value) => {
      const { repayment } = await fixture.report(id);
      const { reads, writes } = fixture.gateway.database;
      const before = await reads
        .selectFrom('repayment')
        .selectAll()
        .where('id', '=', repayment.id)
        .executeTakeFirstOrThrow();
      await writes
        .updateTable('repayment')
        .set({ [column]: value })
        .where('id', '=', repayment.id)
        .execute();
      expect(await findings()).toContain(`record_forged repayment/${repayment.id}`);
      const { json } = await fixture.partner.rest('GET', `/v1/repayments/${repayment.id}`);
      expect(json.error.code).toBe('service_unavailable');
      expect((await fixture.run('cancel', { id: repayment.id })).error?.code).toBe('service_unavailable');
      await writes.updateTable('repayment').set(before).where('id', '=', repayment.id).execute();
      await fixture.run('cancel', { id: repayment.id });
      expect(await findings()).toEqual([]);
    },
  );

  test('finds a repayment that was set back to its report, and a change refuses it', async () => {
    const { repayment } = await fixture.report(id);
    const { reads, writes } = fixture.gateway.database;
    const row = reads.selectFrom('repayment').selectAll().where('id', '=', repayment.id);
    const reported = await row.executeTakeFirstOrThrow();
    await fixture.run('decline', { id: repayment.id, reason: 'r' });
    const declined = await row.executeTakeFirstOrThrow();
    await writes.updateTable('repayment').set(reported).where('id', '=', repayment.id).execute();
    expect(await findings()).toContain(`record_differs repayment/${repayment.id}`);
    expect((await fixture.run('confirm', { id: repayment.id })).error?.code).toBe('service_unavailable');
    await writes.updateTable('repayment').set(declined).where('id', '=', repayment.id).execute();
    expect(await findings()).toEqual([]);
  });

  test('finds a repayment that was removed', async () => {
    const { repayment } = await fixture.report(id);
    await fixture.gateway.database.writes.deleteFrom('repayment').where('id', '=', repayment.id).execute();
    expect(await findings()).toContain(`record_removed repayment/${repayment.id}`);
  });
});
