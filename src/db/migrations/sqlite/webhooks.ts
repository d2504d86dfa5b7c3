import { Migration } from '@mikro-orm/migrations';
import { webhookTables } from '../webhook-tables.ts';

/** Endpoints of webhooks, what is delivered to them, each attempt at it, and what is to be delivered again. */
export class Webhooks extends Migration {
  override up(): void {
    for (const statement of webhookTables('text')) this.addSql(statement);
  }
}
