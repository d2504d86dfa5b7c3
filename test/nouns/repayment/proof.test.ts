import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import type { RepaymentRow } from '../../../src/nouns/repayment/repayment.present.ts';
import { withRepaymentMac } from '../../../src/nouns/repayment/repayment-mac.ts';
import { verifyTrail } from '../../../src/run/audit/verify.ts';
import { recordEvents } from '../../../src/trail/record/record.ts';
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

  test('finds nothing wrong with repayments that paid a claim, excess, or what was refunded too early', async () => {
    const did = async (text: string) =>
      expect((await fixture.operator.graphql(`mutation { ${text} { id } }`)).json.errors).toBeUndefined();
    const pays = async (settlement: string, amount: number) =>
      (await fixture.record(settlement, { amount })).repayment;
    const [claimed, overpaid] = [await fixture.bring('funded'), await fixture.bring('funded')];
    await did(`writeOffInstantSettlement(id: "${claimed}", code: OTHER)`);
    expect((await pays(claimed, 500)).allocated.recovery).toBe(500);
    await pays(overpaid, 1_002_000);
    const bounced = await pays(overpaid, 300);
    expect(bounced.allocated.excess).toBe(300);
    await did(`refundExcess(id: "${overpaid}", amount: 300)`);
    await fixture.run('reverse', { id: bounced.id, reason: 'r' });
    expect((await pays(overpaid, 400)).allocated.excess).toBe(400);
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

  describe('by its history finds a repayment with a right MAC', () => {
    const differs = (repaymentId: string) => `record_differs repayment/${repaymentId}`;

    /** Changes the row as one who has the secret could. Returns the row as it was. */
    async function change(repaymentId: string, changed: Partial<RepaymentRow>): Promise<RepaymentRow> {
      const { database, rowMacs } = fixture.gateway;
      const before = await database.reads
        .selectFrom('repayment')
        .selectAll()
        .where('id', '=', repaymentId)
        .executeTakeFirstOrThrow();
      const after = withRepaymentMac(rowMacs, { ...before, ...changed });
      await database.writes.updateTable('repayment').set(after).where('id', '=', repaymentId).execute();
      return before;
    }

    test.each<readonly [string, Partial<RepaymentRow>]>([
      ['whose status is not that of its last event', { status: 'reversed' }],
      ['that was changed more often than its events say', { steps: 2 }],
      ['whose parts add up to less than its amount', { allocated_fee: 999 }],
      ['whose parts add up to more than its amount', { allocated_principal: 1 }],
      ['that paid a part of a refund that never was', { allocated_refund: 1 }],
      ['that paid an excess that never was', { allocated_excess: 1 }],
      ['that paid a claim that never was', { allocated_recovery: 1 }],
    ])('%s', async (_what, changed) => {
      // The fee of a new settlement is more than that, so all of it pays the fee.
      const { repayment } = await fixture.record(await fixture.bring('funded'), { amount: 1_000 });
      expect(await findings()).toEqual([]);
      const before = await change(repayment.id, changed);
      expect(await findings()).toContain(differs(repayment.id));
      await change(repayment.id, before);
      expect(await findings()).toEqual([]);
    });

    test('that paid something although it was only reported', async () => {
      const { repayment } = await fixture.report(id);
      const before = await change(repayment.id, { allocated_fee: 1_000 });
      expect(await findings()).toContain(differs(repayment.id));
      await change(repayment.id, before);
      expect(await findings()).toEqual([]);
    });

    test('whose events are no way through the machine', async () => {
      const { repayment } = await fixture.report(id);
      const { database, auditKeys } = fixture.gateway;
      const event = {
        type: 'repayment.reversed',
        subject: `repayment/${repayment.id}`,
        partnerId: fixture.partner.partnerId,
      } as const;
      const circumstances = {
        caller: commandLine,
        requestId: 'test',
        now: fixture.now(),
        keys: auditKeys,
      };
      await database.transaction((tx) => recordEvents(tx, [event], circumstances));
      await change(repayment.id, { status: 'reversed', allocated_fee: 1_000, steps: 2 });
      expect(await findings()).toContain(differs(repayment.id));
    });
  });

  test('finds a repayment that was removed', async () => {
    const { repayment } = await fixture.report(id);
    await fixture.gateway.database.writes.deleteFrom('repayment').where('id', '=', repayment.id).execute();
    expect(await findings()).toContain(`record_removed repayment/${repayment.id}`);
  });
});
