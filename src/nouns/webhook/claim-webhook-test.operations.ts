import { z } from 'zod';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { defineRealTimeCommand } from '../../pipeline/operation.ts';
import { LEASE_SECONDS } from './delivery/delivery.rules.ts';
import { world } from '../../kernel/world.ts';

/** The lease of a test that no request has begun to send yet. */
export const UNSENT = 'unsent';

/** Takes a test in order to send it. Returns the lease; null if another request has taken it. */
export const claimWebhookTest = defineRealTimeCommand({
  name: 'claimWebhookTest',
  roles: ['operator'],
  input: z.strictObject({ delivery_id: z.string() }),
  async run({ db, now }, { input: { delivery_id } }): Promise<string | null> {
    const lease = world.uuid();
    const taken = await db
      .updateTable('webhook_delivery')
      .set({ lease, due_at: timestamp(secondsLater(now, LEASE_SECONDS)) })
      .where('id', '=', delivery_id)
      .where('lease', '=', UNSENT)
      .executeTakeFirstOrThrow();
    return taken.numUpdatedRows === 1n ? lease : null;
  },
});
