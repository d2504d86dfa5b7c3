import { z } from 'zod';
import { type OperationError, refusal } from '../../kernel/errors.ts';

/** Sent instead of a cursor: begins at the end of the feed. */
export const LATEST = 'latest';

/** The version of the cursor format. A new format will get a new number, so that old cursors can still be read. */
const VERSION = '1';

/** The cursor after a position. Clients must not interpret it. */
export const cursorAfter = (position: number): string =>
  Buffer.from(`${VERSION}.${position}`).toString('base64url');

/** The position of a cursor; null if the text is not a cursor. */
export function positionOf(cursor: string): number | null {
  const [, digits] = /^1\.(0|[1-9]\d{0,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const position = Number(digits);
  return Number.isSafeInteger(position) && cursor === cursorAfter(position) ? position : null;
}

/**
 * The error for a cursor beyond the end of the feed. New events will get the positions of the lost ones, and the reader
 * would miss them.
 */
export const cursorAhead = (member: string): OperationError =>
  refusal(
    'cursor_ahead',
    'is beyond the end of the feed, because the gateway was restored to an earlier moment: read your records again',
    {
      path: [member],
    },
  );

/** A cursor of the feed, or `latest`. */
export const cursorField = () =>
  z
    .string()
    .refine(
      (text) => text === LATEST || positionOf(text) !== null,
      `must be a cursor from a response, or ${LATEST}`,
    );
