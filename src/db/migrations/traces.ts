import { Migration } from '@mikro-orm/migrations';

/** Columns for the place of an event in the trace of its request, which its webhooks go on with. The same on both databases. */
export class Traces extends Migration {
  override up(): void {
    for (const table of TRACED) this.addSql(`alter table ${table} add column traceparent text null`);
  }
}

export const TRACED = ['unsealed_event', 'webhook_delivery'] as const;
