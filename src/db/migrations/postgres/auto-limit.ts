import { AutoLimit as OfAllDatabases } from '../auto-limit.ts';

/** Up to what a customer is funded without anybody looking; the text compares bytewise, like every one. */
export class AutoLimit extends OfAllDatabases {
  override up(): void {
    super.up();
    this.addSql('alter table partner alter column auto_limit type text collate "C"');
  }
}
