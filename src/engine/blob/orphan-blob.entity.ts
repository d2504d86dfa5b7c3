import { defineEntity, p } from '@mikro-orm/core';

/**
 * A blob that no row refers to: its upload is in progress or was abandoned, or its file was replaced. This row is
 * written before the first byte is stored, so orphans are found without listing the storage. `state` is 0 while a row
 * may still adopt the blob, 1 if the blob only waits for its removal, or the minute since 1970 in which a process
 * claimed it for removal.
 */
export const OrphanBlob = defineEntity({
  name: 'OrphanBlob',
  tableName: 'orphan_blob',
  indexes: [{ name: 'orphan_blob_since', properties: ['since'] }],
  properties: {
    key: p.string().primary(),
    since: p.string(),
    state: p.integer(),
  },
});
