import { TRACED, Traces as OfAllDatabases } from '../traces.ts';

/** Columns for the place of an event in a trace; they compare bytewise, like every text here. */
export class Traces extends OfAllDatabases {
  override up(): void {
    super.up();
    for (const table of TRACED)
      this.addSql(`alter table ${table} alter column traceparent type text collate "C"`);
  }
}
