import { TAKEN_WITHIN_MS } from '../../engine/http/taken-within.ts';
import type { FileWriter } from './formats.ts';
import type { Ask, ChosenList } from './lists/list.ts';
import { type Timer, world } from '../../kernel/world.ts';

/** The deadline of a whole export: a million rows on a busy machine. */
const EXPORT_MS_MAX = 900_000;

interface Streaming {
  /** Returns the function that requests pages; it stops waiting when the signal fires. */
  readonly ask: (gone: AbortSignal) => Ask;
  /** Fires when the client disconnects. */
  readonly gone: AbortSignal;
  /** Called when the file breaks off, because the client cannot be told any more. */
  readonly onBroken: (error: unknown) => void;
  /** Called with the number of rows when all are sent, before the end of the file; if it fails, the file breaks off. */
  readonly onWhole: (rows: number) => Promise<void>;
  /** Called once at the end, with the number of sent rows. */
  readonly onOver: (rows: number) => void;
}

/**
 * The file of a list, page after page. A page is read when the client has taken the page before, so that the memory
 * does not grow with the list. After the client is gone, no page is read. If a file cannot be finished, it breaks
 * off, so that no one takes a part of a list for the whole.
 */
export function streamList(
  list: ChosenList,
  writer: FileWriter,
  { ask, gone, onBroken, onWhole, onOver }: Streaming,
): ReadableStream<Uint8Array> {
  const over = new AbortController();
  const end = AbortSignal.any([gone, over.signal]);
  const pages = pagesOf(list, writer, ask(end));
  let timer: Timer | undefined;
  let rows = 0;

  function finish(): void {
    if (over.signal.aborted) return;
    world.cancel(timer);
    world.cancel(deadline);
    over.abort();
    onOver(rows);
  }
  const deadline = world.after(finish, EXPORT_MS_MAX).unref();

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const breakOff = (): void => {
          finish();
          controller.error(new Error('The export broke off.'));
        };
        if (end.aborted) return breakOff();
        end.addEventListener('abort', breakOff);
        timer = world.after(finish, TAKEN_WITHIN_MS).unref();
      },
      async pull(controller) {
        world.cancel(timer);
        try {
          const { done, value } = await pages.next();
          if (over.signal.aborted) return;
          if (done === true) {
            await onWhole(rows);
            if (over.signal.aborted) return;
            controller.close();
            finish();
          } else {
            rows += value.rows;
            controller.enqueue(value.bytes);
            timer = world.after(finish, TAKEN_WITHIN_MS).unref();
          }
        } catch (error) {
          if (over.signal.aborted) return;
          onBroken(error);
          finish();
        }
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}

/** A part of the file, and how many rows it has. */
interface Part {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

async function* pagesOf(list: ChosenList, writer: FileWriter, ask: Ask): AsyncGenerator<Part, undefined> {
  let waiting = 0;
  const head = writer.head();
  if (head.length > 0) yield { bytes: head, rows: 0 };
  for (let after: string | null = null; ;) {
    // Pages of SQLite can follow each other without a turn of the event loop, and other requests would wait.
    await world.turn();
    const { rows, next } = await list.page(ask, after);
    const bytes = rows.length > 0 ? writer.rows(rows) : NO_BYTES;
    waiting += rows.length;
    // A writer that compresses may keep a page until it has more.
    if (bytes.length > 0) {
      yield { bytes, rows: waiting };
      waiting = 0;
    }
    if (next === null) break;
    after = next;
  }
  const last = writer.end();
  if (last.length > 0) yield { bytes: last, rows: waiting };
  return undefined;
}

const NO_BYTES = new Uint8Array();
