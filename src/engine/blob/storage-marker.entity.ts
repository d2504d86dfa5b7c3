import { defineEntity, p } from '@mikro-orm/core';

/**
 * The marker that a database shares with its storage. If the storage has another marker, nothing is removed from it.
 */
export const StorageMarker = defineEntity({
  name: 'StorageMarker',
  tableName: 'storage_marker',
  properties: {
    /** Always 1: there is one row. */
    slot: p.integer().primary().autoincrement(false),
    marker: p.string(),
  },
});
