import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/**
 * A key whose bytes no document refers to: of an upload under way, an abandoned one, or a replaced document. Every key
 * is here before its first byte is stored, so nothing ever needs to be searched for. `doomed` is 0 while it may still be
 * adopted; else 1, or the minute since 1970 in which a sweep took it up.
 */
export const OrphanBlob = defineEntity({
  name: 'OrphanBlob',
  tableName: 'loose_blob',
  indexes: [{ name: 'loose_blob_since', properties: ['since'] }],
  properties: {
    key: p.string().primary(),
    since: p.string(),
    doomed: p.integer(),
  },
});

declare module '../kernel/tables.ts' {
  interface Tables {
    loose_blob: InferKyselyTable<typeof OrphanBlob>;
  }
}
