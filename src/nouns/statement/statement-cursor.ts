import { isId } from '../../kernel/id.ts';

/** A place in a statement: after one line, in what was known at one moment. */
export interface StatementPlace {
  /** The moment of the first page. All later pages show what was known then. */
  readonly known_at: string;
  readonly posted_on: string;
  readonly recorded_at: string;
  readonly id: string;
}

/** The version of the cursor format. A new format will get a new number, so that old cursors can still be read. */
const VERSION = '1';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The cursor of a place. Clients must not interpret it. */
export const cursorAt = ({ known_at, posted_on, recorded_at, id }: StatementPlace): string =>
  Buffer.from([VERSION, known_at, posted_on, recorded_at, id].join(' ')).toString('base64url');

/** The place of a cursor; null if the text is not a cursor. */
export function placeOf(cursor: string): StatementPlace | null {
  const [version, known_at = '', posted_on = '', recorded_at = '', id = '', ...more] = Buffer.from(
    cursor,
    'base64url',
  )
    .toString('latin1')
    .split(' ');
  const place = { known_at, posted_on, recorded_at, id };
  const isPlace =
    version === VERSION &&
    more.length === 0 &&
    MOMENT.test(known_at) &&
    DAY.test(posted_on) &&
    MOMENT.test(recorded_at) &&
    isId('ent', id) &&
    cursor === cursorAt(place);
  return isPlace ? place : null;
}
