/** A body that breaks when it has other than `length` bytes, so that nobody takes a part of a file for the whole. */
export function exactly(source: ReadableStream<Uint8Array>, length: number): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let left = length;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done && left > 0) throw new Error('A blob is shorter than it was when it was stored.');
        if (done) return controller.close();
        left -= value.length;
        if (left < 0) {
          await reader.cancel();
          throw new Error('A blob is longer than it was when it was stored.');
        }
        return controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
