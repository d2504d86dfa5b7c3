import { Migration } from '@mikro-orm/migrations';

/** The marker that the database and its storage have in common; a gateway that starts fills it in. */
export class StorageMarker extends Migration {
  override up(): void {
    this.addSql(`
      create table storage_marker (
        slot int not null primary key,
        marker text collate "C" not null
      )`);
  }
}
