import { Migration } from '@mikro-orm/migrations';

/**
 * Operators' keys that could do everything until now still can: those with both scopes gain `admin`. One with `write` alone
 * made partners and keys too, but it was never given all, so it has to be made anew. The same on every database.
 */
export class AdminScope extends Migration {
  override up(): void {
    this.addSql(`
      update api_key set scopes = 'read,write,admin'
      where role = 'operator' and scopes in ('read,write', 'write,read') and revoked_at is null`);
  }
}
