import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/**
 * A batch of events made fast. `content` is the hash of the list of them, `hash` that of the whole row with `previous`,
 * which is the hash of the seal before; `mac` proves that the gateway made it, with the key of that name. Numbered from 1.
 */
export const Checkpoint = defineEntity({
  name: 'Seal',
  tableName: 'seal',
  properties: {
    number: p.integer().primary().autoincrement(false),
    previous: p.string(),
    kind: p.string(),
    events: p.integer(),
    content: p.string(),
    sealed_at: p.string(),
    key: p.string(),
    hash: p.string(),
    mac: p.string(),
  },
});

declare module '../kernel/tables.ts' {
  interface Tables {
    seal: InferKyselyTable<typeof Checkpoint>;
  }
}
