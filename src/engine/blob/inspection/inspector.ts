import { withDeadline } from '../../async/deadline.ts';
import type { PdfFinding } from '../../file-type/pdf-findings.ts';
import { TaskThread } from '../../worker/task-thread.ts';
import { world } from '../../../kernel/world.ts';

export type { PdfFinding };

const THREAD = new URL('./inspect-thread.ts', import.meta.url);

/** Bytes; larger files are not inspected. */
const INSPECTED_BYTES_MAX = 64 * 1024 * 1024;
/** Milliseconds of processor time for a file: a hundred times what an ordinary one takes. */
const INSPECTION_MS = 2_000;
/** Milliseconds that an upload waits for its turn and its inspection, also on a busy machine. */
const PATIENCE_MS = 5_000;
/** Milliseconds that the thread may take to start; on a machine at rest it takes a third of a second. */
const START_MS = 10_000;
/** How often the processor time of the thread is looked at. */
const USED_CHECK_MS = 250;
/** The most files that wait for their turn; further files are not inspected. */
const WAITING_MAX = 8;
/** Heap limits of the thread. The bytes of a file are not on the heap. */
const THREAD_MIB = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 } as const;
/** The thread takes some forty megabytes, so it ends if it has nothing to do for this long. */
const IDLE_MS = 60_000;

interface InspectedFile {
  readonly size: number;
  /** Called when it is its turn. */
  read(): Promise<AsyncIterable<Uint8Array> | null>;
}

/** For tests: another thread, or other limits. */
interface InspectorOptions {
  readonly thread?: URL;
  readonly inspectionMs?: number;
  readonly patienceMs?: number;
}

/** Inspects PDFs in a thread, one at a time, so a file that was made to take long delays nothing else. */
export class Inspector {
  readonly #limits: Pick<Required<InspectorOptions>, 'inspectionMs' | 'patienceMs'>;
  readonly #thread: TaskThread<Uint8Array, readonly PdfFinding[]>;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor({
    thread = THREAD,
    inspectionMs = INSPECTION_MS,
    patienceMs = PATIENCE_MS,
  }: InspectorOptions = {}) {
    this.#limits = { inspectionMs, patienceMs };
    this.#thread = new TaskThread(thread, { name: 'inspection', memory: THREAD_MIB, idleMs: IDLE_MS });
  }

  /** The findings about a PDF; none if it is too large, takes too long, or cannot be read. Never rejects. */
  async inspect(file: InspectedFile): Promise<readonly PdfFinding[]> {
    if (file.size > INSPECTED_BYTES_MAX || this.#waiting === WAITING_MAX) return [];
    this.#waiting += 1;
    try {
      await this.#ready();
      return await this.#inTurn(file);
    } catch {
      return [];
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Ends the thread. The next file starts another one. */
  close(): Promise<void> {
    return this.#thread.stop();
  }

  async #ready(): Promise<void> {
    const late = () => new Error('The thread does not start.');
    await withDeadline(this.#thread.whenReady(), START_MS, late).catch(async (error: unknown) => {
      await this.close();
      throw error;
    });
  }

  async #inTurn(file: InspectedFile): Promise<readonly PdfFinding[]> {
    const signal = world.abortAfter(this.#limits.patienceMs);
    const { promise: late, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(new Error('The inspection took too long.')));
    const turn = this.#last.then(async () => {
      const bytes = signal.aborted ? null : await bytesOf(file);
      return bytes === null ? [] : this.#ask(bytes, late);
    });
    this.#last = turn.catch(() => {});
    return Promise.race([turn, late]);
  }

  /** Ends the thread and rejects if the thread fails or takes too long. */
  async #ask(bytes: Uint8Array<ArrayBuffer>, late: Promise<never>): Promise<readonly PdfFinding[]> {
    const { worker } = this.#thread;
    if (worker === null) throw new Error('No thread runs.');
    const { promise: spent, reject } = Promise.withResolvers<never>();
    const before = await worker.cpuUsage();
    const used = world.every(() => {
      void worker.cpuUsage(before).then(({ user, system }) => {
        if (user + system > this.#limits.inspectionMs * 1_000) reject(new Error('The file takes too long.'));
      }, reject);
    }, USED_CHECK_MS);
    try {
      return await Promise.race([this.#thread.run(bytes, [bytes.buffer]), late, spent]);
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      world.cancel(used);
    }
  }
}

async function bytesOf({ size, read }: InspectedFile): Promise<Uint8Array<ArrayBuffer> | null> {
  const source = await read();
  if (source === null) return null;
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of source) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
