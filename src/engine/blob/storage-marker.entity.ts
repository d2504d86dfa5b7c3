import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/** The marker that a database shares with its storage. Nothing is removed from a storage that has another marker. */
export const StorageMarker = defineEntity({
  name: 'StorageMarker',
  tableName: 'storage_marker',
  properties: {
    /** Always 1: there is one row. */
    slot: p.integer().primary().autoincrement(false),
    marker: p.string(),
  },
});

declare module '../sql/tables.ts' {
  interface Tables {
    storage_marker: InferKyselyTable<typeof StorageMarker>;
  }
}
