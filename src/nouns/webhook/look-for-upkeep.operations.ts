import type { ExpressionBuilder, Kysely } from 'kysely';
import { timestamp } from '../../kernel/clock.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { defineRealTimeQuery } from '../../pipeline/operation.ts';

/** Whether `cancelWebhookDeliveries` has something to do, or a replay waits. Most looks find neither, by these two reads. */
export const hasWebhookUpkeep = defineRealTimeQuery({
  name: 'hasWebhookUpkeep',
  readsMany: false,
  roles: ['operator'],
  async run({ db, now }): Promise<boolean> {
    const found = await Promise.all([firstReplay(db, {}), firstDisabled(db, { now: timestamp(now) })]);
    return found.some((rows) => rows.length > 0);
  },
});

const firstReplay = statement((db, _nothing: object) =>
  db.selectFrom('webhook_replay').select('id').limit(1),
);

const firstDisabled = statement((db, { now }: { now: string }) => disabledWithWaiting(db, now).limit(1));

/** Disabled endpoints with deliveries to cancel. */
export const disabledWithWaiting = (db: Kysely<Tables>, now: string) =>
  db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('status', '=', 'disabled')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_delivery')
          .select('webhook_delivery.id')
          .whereRef('endpoint_id', '=', 'webhook_endpoint.id')
          .where(isCancelable(now)),
      ),
    );

/** Leaves out the test of a disabled endpoint while it is being sent. */
export const isCancelable = (now: string) => (eb: ExpressionBuilder<Tables, 'webhook_delivery'>) =>
  eb.and([eb('completed_at', 'is', null), eb.or([eb('lease', 'is', null), eb('due_at', '<=', now)])]);
