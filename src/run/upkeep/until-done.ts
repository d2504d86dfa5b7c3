/** Runs batches until one does nothing. */
export async function untilDone(batch: () => Promise<number>): Promise<void> {
  while ((await batch()) > 0);
}
