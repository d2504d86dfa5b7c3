import { AutoLimit as OfAllDatabases } from '../auto-limit.ts';

/** The amount up to which a customer is funded without a review; the text compares bytewise, like every text here. */
export class AutoLimit extends OfAllDatabases {
  override up(): void {
    super.up();
    this.addSql('alter table partner alter column auto_limit type text collate "C"');
  }
}
