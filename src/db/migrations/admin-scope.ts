import { Migration } from '@mikro-orm/migrations';

/**
 * Operator keys with both scopes gain `admin`, so that they can still do everything. A key with `write` alone could
 * also create partners and keys, but it was never given every scope, so it has to be created again. The same on both
 * databases.
 */
export class AdminScope extends Migration {
  override up(): void {
    this.addSql(`
      update api_key set scopes = 'read,write,admin'
      where role = 'operator' and scopes in ('read,write', 'write,read') and revoked_at is null`);
  }
}
