/** Rows fetched at once while a table of any size streams by. */
export const BATCH_ROWS = 1_000;
/** Rows between two words of how far it has come: a line every second or so. */
export const PROGRESS_ROWS = 50_000;

/** Every row that `next` finds, a batch at a time; it is given the row after which to go on. */
export async function* inBatches<Row>(
  next: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void> {
  let after: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await next(after);
    yield* rows;
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1) ?? null;
  }
}
