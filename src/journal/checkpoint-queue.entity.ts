import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/**
 * An event that waits for its seal; written in the transaction of the event, so that it shows when the event does and
 * never before. `mark` proves that the gateway wrote the event, with the key of that name; both are null for events older
 * than the marks. A row that proves false is `refused` and stays for `audit verify` to tell of.
 */
export const CheckpointQueueEntry = defineEntity({
  name: 'UnsealedEvent',
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
