import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/**
 * Notes that rows from before MACs were accepted as they were, which happens once in the life of a database
 * (`founding.ts`). From then on a row or event without a MAC was not written by the gateway.
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

declare module '../kernel/sql/tables.ts' {
  interface Tables {
    founding: InferKyselyTable<typeof Founding>;
  }
}
