import { DamageError } from '../../../kernel/damage.ts';
import { giveBack } from '../../bytes/give-back.ts';
import type { SecretKeys } from '../../crypto/keys.ts';
import type { ByteRange } from '../../bytes/byte-range.ts';
import {
  HEADER_BYTES,
  lastSegment,
  ENCRYPTED_SEGMENT_BYTES,
  encryptedSize,
  SEGMENT_BYTES,
  segmentsOf,
  segmentStart,
} from './segment.ts';

/** An encrypted blob, and the size in its row. */
interface EncryptedBlob {
  readonly key: string;
  /** Bytes of the plain file. */
  readonly size: number;
  /** null if there is no such blob. A chunk is used up before the next one is requested. */
  readonly read: (range?: ByteRange) => Promise<ReadableStream<Uint8Array> | null>;
}

/**
 * The plain file, or a range of it; null if there is no such blob. The first segment is verified before this resolves,
 * so most damage is found before the response begins. No byte is passed on before its tag is verified. A damaged
 * segment breaks the stream with a DamageError.
 */
export async function decryptStream(
  { key, size, read }: EncryptedBlob,
  range: ByteRange | undefined,
  keys: SecretKeys,
): Promise<ReadableStream<Uint8Array> | null> {
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const [first, last] = [Math.floor(start / SEGMENT_BYTES), lastSegment(Math.max(1, end + 1))];
  const isWhole = range === undefined;
  // A range that starts in the first segment also reads the header before it.
  const from = first === 0 ? 0 : segmentStart(first);
  const until = Math.min(segmentStart(last + 1), encryptedSize(size)) - 1;
  const stream = await read(isWhole ? undefined : { start: from, end: until });
  if (stream === null) return null;

  const source = exactReader(stream);
  try {
    const header = first === 0 ? await source.take(HEADER_BYTES) : await headerOf(read);
    const segments = segmentsOf(key, header, keys);
    const take = async (number: number) => {
      // For a whole file, one byte beyond the last segment is requested too, so a blob that is too long fails the
      // check.
      const isLast = number === lastSegment(size);
      const encrypted = await source.take(ENCRYPTED_SEGMENT_BYTES + (isLast && isWhole ? 1 : 0));
      const segment = segments.decrypt(encrypted, number, isLast);
      if (!isLast || segment.length === size - number * SEGMENT_BYTES) return segment;
      throw new DamageError('A file has another size than it had.', `blob/${key}`);
    };
    const head = await take(first);
    return openDecryption({ head, first, last, take, cancel: source.cancel, within: { start, end } });
  } catch (error) {
    await source.cancel().catch(() => {});
    throw error;
  }
}

/** Segments in one chunk: as many bytes as one read of a file. */
const SEGMENTS_OF_CHUNK = 4;

interface Decryption {
  readonly head: NonSharedBuffer;
  readonly first: number;
  readonly last: number;
  readonly take: (number: number) => Promise<NonSharedBuffer>;
  readonly cancel: (reason?: unknown) => Promise<void>;
  readonly within: ByteRange;
}

function openDecryption({ head, first, last, take, cancel, within }: Decryption): ReadableStream<Uint8Array> {
  let number = first;
  let failure: { readonly error: unknown } | null = null;

  /** The next segments as one chunk, because each chunk costs one pass to the socket. */
  async function nextChunk(): Promise<Buffer> {
    if (failure !== null) throw failure.error;
    const segment = number === first ? head : await take(number);
    const count = Math.min(SEGMENTS_OF_CHUNK, last - number + 1);
    number += 1;
    if (count === 1) return segment;
    const chunk = Buffer.allocUnsafeSlow(count * SEGMENT_BYTES);
    let filled = moveInto(chunk, segment, 0);
    try {
      for (let left = count - 1; left > 0; left -= 1, number += 1)
        filled += moveInto(chunk, await take(number), filled);
    } catch (error) {
      // The segments before the damaged one are passed on first.
      failure = { error };
    }
    return chunk.subarray(0, filled);
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const begins = number * SEGMENT_BYTES;
        try {
          const chunk = await nextChunk();
          const wanted = chunk.subarray(Math.max(0, within.start - begins), within.end + 1 - begins);
          if (wanted.length > 0) controller.enqueue(wanted);
        } catch (error) {
          await cancel().catch(() => {});
          throw error;
        }
        if (number > last) {
          controller.close();
          await cancel().catch(() => {});
        }
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}

/** Copies a segment and frees its memory. */
function moveInto(chunk: Buffer, segment: NonSharedBuffer, at: number): number {
  const { length } = segment;
  chunk.set(segment, at);
  giveBack(segment);
  return length;
}

async function headerOf(read: EncryptedBlob['read']): Promise<Buffer> {
  const stream = await read({ start: 0, end: HEADER_BYTES - 1 });
  if (stream === null) return Buffer.alloc(0);
  const source = exactReader(stream);
  const header = Buffer.from(await source.take(HEADER_BYTES));
  await source.cancel();
  return header;
}

/** Reads a stream in pieces of given lengths. */
function exactReader(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  // One buffer for all pieces, because each piece is decrypted into a new buffer at once. With a buffer for each piece,
  // ten downloads would create much garbage.
  const taken = Buffer.allocUnsafeSlow(ENCRYPTED_SEGMENT_BYTES + 1);
  let rest: Uint8Array = new Uint8Array();
  return {
    /** The next `length` bytes, or fewer at the end. The result is valid until the next call. */
    async take(length: number): Promise<Uint8Array> {
      if (rest.length >= length) {
        const piece = rest.subarray(0, length);
        rest = rest.subarray(length);
        return piece;
      }
      let filled = 0;
      while (filled < length) {
        if (rest.length === 0) {
          const { done, value } = await reader.read();
          if (done) break;
          rest = value;
        }
        const piece = rest.subarray(0, length - filled);
        taken.set(piece, filled);
        filled += piece.length;
        rest = rest.subarray(piece.length);
      }
      return taken.subarray(0, filled);
    },
    cancel: (reason?: unknown) => reader.cancel(reason),
  };
}
