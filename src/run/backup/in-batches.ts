/** Files copied at once: a disk syncs several in the time of one, and each takes a megabyte of memory at most. */
const FILES_AT_ONCE = 16;

/** The items in lists of at most FILES_AT_ONCE. */
export async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < FILES_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
