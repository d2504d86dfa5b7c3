/** Replaced by the one of the feed. */
export const positionOf = (cursor: string): number | null => (/^\d+$/.test(cursor) ? Number(cursor) : null);
