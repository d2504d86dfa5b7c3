import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/**
 * That what is older than the MACs was taken as it stood, which happens once in the life of a database (`founding.ts`).
 * From then on a row without a MAC, and an event without a mark, is none of the gateway's.
 */
export const Founding = defineEntity({
  name: 'Founding',
  tableName: 'founding',
  properties: {
    name: p.string().primary(),
    founded_at: p.string(),
    mac: p.string(),
  },
});

declare module '../kernel/tables.ts' {
  interface Tables {
    founding: InferKyselyTable<typeof Founding>;
  }
}
