import { countedLength } from '../../../../src/kernel/page.ts';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { commandLine } from '../../../../src/kernel/caller.ts';
import { execute } from '../../../../src/pipeline/execute.ts';
import type { Gateway } from '../../../../src/pipeline/gateway.ts';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import {
  countInstantSettlements,
  countSettlementsOfCustomers,
} from '../../../../src/nouns/settlement/list/settlement-list.operations.ts';
import type { SettlementStatus } from '../../../../src/nouns/settlement/settlement.machine.ts';
import { countLapsingOffers } from '../../../../src/nouns/work-list/settlement-queue.operations.ts';
import { listSettlementTotals } from '../../../../src/nouns/work-list/settlement-overview.operations.ts';
import { openStages, type Stages } from '../../../support/fixtures/settlement-stages.ts';

const DAY_MS = 86_400_000;

/** The gateway, whose scheduler writes lapsed offers as denied after a read has seen them, or the totals of them. */
function writtenBetween({ gateway }: Stages): Gateway {
  const { database } = gateway;
  const seen = new WeakSet<object>();
  let isWritten = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (/"(?:instant_settlement|counter)"/.test(JSON.stringify(node))) seen.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (seen.has(queryId) && !isWritten) {
        isWritten = true;
        await runHousekeeping(gateway);
      }
      return result;
    },
  };
  const readMany: typeof database.readMany = (work) => work(database.reads.withPlugin(plugin));
  return { ...gateway, database: { ...database, readMany } };
}

const call = (input: unknown, customer_id: string | null = null) => ({
  caller: commandLine,
  requestId: 'test',
  ids: { owner_id: null, customer_id },
  input,
});

type Count = (gateway: Gateway, customerId: string, status: SettlementStatus) => Promise<number>;

const COUNTS: readonly (readonly [what: string, count: Count])[] = [
  [
    'of the overview',
    async (gateway, _customerId, status) => {
      const { view } = await execute(gateway, listSettlementTotals, call({}));
      return view.find((total) => total.status === status)?.count ?? 0;
    },
  ],
  [
    'of a list',
    async (gateway, _customerId, status) =>
      countedLength((await execute(gateway, countInstantSettlements, call({ status }))).view),
  ],
  [
    'of the list of a customer',
    async (gateway, customerId, status) =>
      countedLength((await execute(gateway, countInstantSettlements, call({ status }, customerId))).view),
  ],
  [
    'of the lists of several customers',
    async (gateway, customerId, status) => {
      const input = { status, customer_ids: [customerId] };
      return (await execute(gateway, countSettlementsOfCustomers, call(input))).view.get(customerId) ?? 0;
    },
  ],
];

describe.each(COUNTS)('the count %s', (_what, count) => {
  test.each(['approved', 'denied'] as const)(
    'of %s settlements counts an offer once that is written meanwhile',
    async (status) => {
      const stages = await openStages({ review: 'manual', offer_valid_days: 1 });
      await stages.bring('approved');
      stages.wait(DAY_MS);
      expect([0, 1]).toContain(await count(writtenBetween(stages), stages.customerId, status));
      expect(await count(stages.gateway, stages.customerId, status)).toBe(status === 'denied' ? 1 : 0);
      await stages.close();
    },
  );
});

test.each([{}, { until: '2026-04-01' }])(
  'the queue of offers that lapse has no negative length: %j',
  async (filter) => {
    const stages = await openStages({ review: 'manual', offer_valid_days: 1 });
    await stages.bring('approved');
    stages.wait(DAY_MS);
    const { view } = await execute(writtenBetween(stages), countLapsingOffers, call(filter));
    expect([0, 1]).toContain(view);
    await stages.close();
  },
);
