import { z } from 'zod';

/** The word for the end of the feed, in place of a cursor. */
export const LATEST = 'latest';

/** The form of the cursors below; another form gets another number, so that both can be read. */
const VERSION = '1';

/** The cursor after a position. Clients send it back as it is and read nothing in it. */
export const cursorAfter = (position: number): string =>
  Buffer.from(`${VERSION}.${position}`).toString('base64url');

/** The position of a cursor; null where the text is none. */
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
