/** Rows of one query. */
export const BATCH_ROWS = 1_000;
/** Rows between two progress messages: about a second. */
export const PROGRESS_ROWS = 50_000;

/**
 * Yields all rows, batch by batch. `next` returns the batch after the given row; null asks for the first batch. A batch
 * with fewer than `size` rows is the last one.
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
