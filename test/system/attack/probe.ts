import { createServer } from 'node:net';
import v8 from 'node:v8';
import { collectGarbage } from '../../support/measured/garbage.ts';
import { doKnownWork, threadCpuMs as cpuMs } from '../../support/measured/known-work.ts';

/**
 * Runs inside the gateway under attack (`node --import`): measures how long its event loop was held and how much
 * memory it took. A connection to its socket sends one command: `measure` ends a measurement and begins the next, `work` and
 * `take` do harm of a known size, for attacks to be compared with and for tests of what is found, and `hold` works for so long.
 */

const TICK_MS = 5;

export interface Measured {
  /** The longest processor time of the main thread between two turns of the event loop. */
  readonly longestHoldCpuMs: number;
  /** Heap and buffers: before without garbage, and at the peak with it. */
  readonly heldBytes: { readonly before: number; readonly peak: number };
}

/** A command, and the pieces of known work, the bytes or the milliseconds of it. */
export type ProbeCommand = 'measure' | `work ${number}` | `take ${number}` | `hold ${number}`;

function heldBytes(): number {
  const { used_heap_size, external_memory } = v8.getHeapStatistics();
  return used_heap_size + external_memory;
}

function begin() {
  collectGarbage();
  const held = heldBytes();
  return { held, peakHeld: held, cpuMs: 0 };
}

let now = begin();
let last = cpuMs();

function look(): void {
  const next = cpuMs();
  now.cpuMs = Math.max(now.cpuMs, next - last);
  now.peakHeld = Math.max(now.peakHeld, heldBytes());
  last = next;
}

setInterval(look, TICK_MS).unref();

function measure(): Measured {
  look();
  const { held, peakHeld, cpuMs: longestHoldCpuMs } = now;
  now = begin();
  last = cpuMs();
  return { longestHoldCpuMs, heldBytes: { before: held, peak: peakHeld } };
}

/** Works for so long without a turn of the event loop. */
function hold(ms: number): void {
  const since = cpuMs();
  while (cpuMs() - since < ms);
}

/** Does so many pieces of known work in one turn of the event loop. */
function work(pieces: number): void {
  for (let piece = 0; piece < pieces; piece += 1) doKnownWork();
}

const taken: number[][] = [];
const BYTES_OF_ARRAY = 64 * 1024;

/** Takes so much of the heap, in arrays, for as long as the probe needs to see it. */
function take(bytes: number): void {
  const length = BYTES_OF_ARRAY / Float64Array.BYTES_PER_ELEMENT;
  for (let has = 0; has < bytes; has += BYTES_OF_ARRAY) taken.push(Array<number>(length).fill(0));
  look();
  taken.length = 0;
}

// The first time is longer: the memory that the work needs is new.
doKnownWork();

createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', (command) => {
    const [verb, amount] = String(command).split(' ');
    if (verb === 'work') work(Number(amount));
    if (verb === 'hold') hold(Number(amount));
    if (verb === 'take') take(Number(amount));
    socket.end(verb === 'measure' ? JSON.stringify(measure()) : '');
  });
})
  .listen(process.env['PROBE_SOCKET'])
  .unref();
