/** Rows of one query, while a table of any size is read. */
export const BATCH_ROWS = 1_000;
/** Rows between two progress messages, which is about a second. */
export const PROGRESS_ROWS = 50_000;

/**
 * All rows, a batch at a time. `next` returns the batch after the given row; null asks for the first. One with less than
 * `size` rows is the last.
 */
export async function* readInBatches<Row>(
  next: (after: Row | null) => Promise<readonly Row[]>,
  size = BATCH_ROWS,
): AsyncGenerator<Row, void> {
  let after: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await next(after);
    yield* rows;
    if (rows.length < size) return;
    after = rows.at(-1) ?? null;
  }
}
