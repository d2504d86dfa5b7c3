import { z } from 'zod';
import { scheduler } from '../../../../src/kernel/caller.ts';
import { findSettlementAndKyc } from '../../../../src/nouns/settlement/find-settlement.ts';
import { moveSettlement } from '../../../../src/nouns/settlement/move-settlement.ts';
import { execute } from '../../../../src/pipeline/execute.ts';
import { defineCommand } from '../../../../src/pipeline/operation.ts';
import type { openServicing } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof openServicing>>;

/** Moves a settlement as an earlier version did, which knew no fee and nothing of what is owed. */
const moveAsBefore = defineCommand({
  name: 'moveAsBefore',
  roles: ['operator'],
  input: z.strictObject({ event: z.enum(['approve', 'disburse', 'repay']) }),
  locate: findSettlementAndKyc,
  async run(context, { input: { event }, subject: { settlement, kyc } }) {
    const moves = {
      approve: {
        data: { interest_rate: 0.1, kyc_revision: kyc.revision },
        change: {
          interest_rate: 0.1,
          approved_kyc_revision: kyc.revision,
          offer_expires_at: '2026-04-01T00:00:00Z',
        },
      },
      disburse: { data: { kyc_revision: kyc.revision } },
      repay: {},
    };
    await moveSettlement(context, settlement, [{ event, ...moves[event] }], { kyc });
    return settlement.id;
  },
});

export function moveBefore(
  { gateway }: Pick<Fixture, 'gateway'>,
  id: string,
  event: 'approve' | 'disburse' | 'repay',
) {
  const ids = { funding_id: id, customer_id: null };
  return execute(gateway, moveAsBefore, { caller: scheduler, requestId: 'test', ids, input: { event } });
}

/** A settlement of HKD 100,000.00 at 10 % that an earlier version approved and paid out. */
export async function fundBefore(fixture: Fixture): Promise<string> {
  const id = await fixture.submit({ amount: 10_000_000, settlement_period: 30 });
  await moveBefore(fixture, id, 'approve');
  await fixture.cause('accept', id);
  await moveBefore(fixture, id, 'disburse');
  return id;
}
