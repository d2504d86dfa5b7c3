import { createServer } from 'node:net';
import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * Runs inside the gateway under attack (`node --import`): measures how long its event loop was held and how much
 * memory it took. A connection to its socket sends one command: `measure` ends a measurement and begins the next,
 * `hold` and `take` do what an attack would, so that a test can check whether it is found.
 */

const TICK_MS = 5;

v8.setFlagsFromString('--expose-gc');
const collectGarbage: () => void = vm.runInNewContext('gc');

export interface Measured {
  /** The longest processor time of the main thread between two turns of the event loop. */
  readonly longestHoldCpuMs: number;
  /** Heap and buffers: before without garbage, and at the peak with it. */
  readonly heldBytes: { readonly before: number; readonly peak: number };
}

/** A command, and the milliseconds or bytes of it. */
export type ProbeCommand = 'measure' | `hold ${number}` | `take ${number}`;

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

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

let taken: readonly number[] = [];

/** Takes so much of the heap, for as long as the probe needs to see it. */
function take(bytes: number): void {
  taken = Array.from({ length: bytes / Float64Array.BYTES_PER_ELEMENT }, (_, at) => at + 0.5);
  setTimeout(() => (taken = taken.slice(0, 0)), 10 * TICK_MS);
}

createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', (command) => {
    const [verb, amount] = String(command).split(' ');
    if (verb === 'hold') hold(Number(amount));
    if (verb === 'take') take(Number(amount));
    socket.end(verb === 'measure' ? JSON.stringify(measure()) : '');
  });
})
  .listen(process.env['PROBE_SOCKET'])
  .unref();
