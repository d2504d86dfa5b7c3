import { statement } from '../../engine/sql/statement.ts';
import { defineRealTimeQuery } from '../../pipeline/operation.ts';

/** Whether deliveries wait for a disabled endpoint, or a replay waits. Most looks find neither, by these two reads. */
export const hasWebhookUpkeep = defineRealTimeQuery({
  name: 'hasWebhookUpkeep',
  readsMany: false,
  roles: ['operator'],
  async run({ db }): Promise<boolean> {
    const found = await Promise.all([firstReplay(db, {}), firstDisabled(db, {})]);
    return found.some((rows) => rows.length > 0);
  },
});

const firstReplay = statement((db, _nothing: object) =>
  db.selectFrom('webhook_replay').select('id').limit(1),
);

const firstDisabled = statement((db, _nothing: object) =>
  db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('status', '=', 'disabled')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_delivery')
          .select('webhook_delivery.id')
          .whereRef('endpoint_id', '=', 'webhook_endpoint.id')
          .where('completed_at', 'is', null),
      ),
    )
    .limit(1),
);
