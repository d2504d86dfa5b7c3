import { Migration } from '@mikro-orm/migrations';

/** Columns for the `traceparent` of the request of an event, which its webhooks continue. The same on both databases. */
export class Traces extends Migration {
  override up(): void {
    for (const table of TRACED) this.addSql(`alter table ${table} add column traceparent text null`);
  }
}

export const TRACED = ['unsealed_event', 'webhook_delivery'] as const;
