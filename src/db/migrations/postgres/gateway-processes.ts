import { Migration } from '@mikro-orm/migrations';
import { gatewayProcessTable } from '../gateway-processes.ts';

/** The processes that run, by whose number they share the rate limit. */
export class GatewayProcesses extends Migration {
  override up(): void {
    this.addSql(gatewayProcessTable('text collate "C"'));
  }
}
