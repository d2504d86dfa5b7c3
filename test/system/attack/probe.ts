import { createServer } from 'node:net';
import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * Runs inside the gateway under attack (`node --import`): measures how long its event loop was held and how much memory
 * it took. A connection to the socket ends one measurement and begins the next.
 */

const TICK_MS = 5;

v8.setFlagsFromString('--expose-gc');
const collectGarbage: () => void = vm.runInNewContext('gc');

export interface Measured {
  /**
   * The longest time of the main thread between two turns of the event loop: as processor time, and as elapsed time.
   */
  readonly longestHoldCpuMs: number;
  readonly longestHoldMs: number;
  /** Heap and buffers: before without garbage, at the peak with it, and after without it. */
  readonly heldBytes: { readonly before: number; readonly peak: number; readonly after: number };
  readonly rssBytes: { readonly before: number; readonly peak: number; readonly after: number };
}

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
  const rss = process.memoryUsage.rss();
  return { held, rss, peakHeld: held, peakRss: rss, cpuMs: 0, wallMs: 0 };
}

let now = begin();
let last = { cpu: cpuMs(), wall: performance.now() };

function look(): void {
  const next = { cpu: cpuMs(), wall: performance.now() };
  now.cpuMs = Math.max(now.cpuMs, next.cpu - last.cpu);
  now.wallMs = Math.max(now.wallMs, next.wall - last.wall);
  now.peakHeld = Math.max(now.peakHeld, heldBytes());
  now.peakRss = Math.max(now.peakRss, process.memoryUsage.rss());
  last = next;
}

setInterval(look, TICK_MS).unref();

createServer((socket) => {
  look();
  const { held, peakHeld, rss, peakRss, cpuMs: longestHoldCpuMs, wallMs: longestHoldMs } = now;
  now = begin();
  last = { cpu: cpuMs(), wall: performance.now() };
  const measured: Measured = {
    longestHoldCpuMs,
    longestHoldMs,
    heldBytes: { before: held, peak: peakHeld, after: now.held },
    rssBytes: { before: rss, peak: peakRss, after: now.rss },
  };
  socket.on('error', () => {});
  socket.end(JSON.stringify(measured));
})
  .listen(process.env['PROBE_SOCKET'])
  .unref();
