import { z } from 'zod';

/** Sent in place of a cursor: begins at the end of the feed. */
export const LATEST = 'latest';

/** The version of the cursor format. A new format gets a new number, so that old cursors can still be read. */
const VERSION = '1';

/** The cursor after a position. Clients must not read anything in it. */
export const cursorAfter = (position: number): string =>
  Buffer.from(`${VERSION}.${position}`).toString('base64url');

/** The position of a cursor; null where the text is not a cursor. */
export function positionOf(cursor: string): number | null {
  const [, digits] = /^1\.(0|[1-9]\d{0,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const position = Number(digits);
  return Number.isSafeInteger(position) && cursor === cursorAfter(position) ? position : null;
}

/** A cursor of the feed, or `latest`. */
export const cursorField = () =>
  z
    .string()
    .refine(
      (text) => text === LATEST || positionOf(text) !== null,
      `must be a cursor that an answer gave, or ${LATEST}`,
    );
