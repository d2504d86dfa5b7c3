import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/**
 * An event that waits for its checkpoint, written in the transaction of the event, so that both appear together. `mark`
 * is the MAC that proves that the gateway wrote the event, `key` the id of its key; both are null for events older
 * than these MACs. A row with a wrong MAC is `refused` and stays for `audit verify` to report.
 */
export const CheckpointQueueEntry = defineEntity({
  name: 'CheckpointQueueEntry',
  tableName: 'unsealed_event',
  properties: {
    event_id: p.string().primary(),
    key: p.string().nullable(),
    mark: p.string().nullable(),
    refused: p.integer(),
  },
});

declare module '../kernel/tables.ts' {
  interface Tables {
    unsealed_event: InferKyselyTable<typeof CheckpointQueueEntry>;
  }
}
