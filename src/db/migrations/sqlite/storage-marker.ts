import { Migration } from '@mikro-orm/migrations';

/** The marker that a database shares with its storage; a gateway fills it in when it starts. */
export class StorageMarker extends Migration {
  override up(): void {
    this.addSql(`
      create table storage_marker (
        slot integer not null primary key,
        marker text not null
      )`);
  }
}
