import { InputRules as OfAllDatabases } from '../input-rules.ts';

/** The same as on SQLite, with texts that compare bytewise. */
export class InputRules extends OfAllDatabases {
  protected override readonly collation = ' collate "C"';
}
