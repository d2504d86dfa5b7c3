import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { GatewayProcess } from '../../support/gateway-process.ts';

const PAUSE_MS = 10;
/** Milliseconds that a request may wait longer on a machine with other work, for each thread that waits for a core. */
const BUSY_MS = 30;
export const busyMs = () => BUSY_MS * busyFactor();

/** How many threads wait for each core. */
export const busyFactor = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * How long so many requests of a quiet partner took, in ascending order. Each must be answered as ever. They are
 * decisions, since a machine that is busy with other work makes the gateway refuse reads for a moment.
 */
export async function waitsOf(gateway: GatewayProcess, key: string, count: number) {
  const took: number[] = [];
  for (let asked = 0; asked < count; asked += 1) {
    const since = performance.now();
    const decided = { key, body: { type: 'accept' } };
    const { status } = await gateway.rest('PUT', '/v1/instant-settlements/any/decision', decided);
    expect(status).toBe(404);
    took.push(performance.now() - since);
    await setTimeout(PAUSE_MS);
  }
  return took.toSorted((a, b) => a - b);
}

/** Processor time of a process in milliseconds, from the ticks of the system, of which there are 100 a second. */
export function cpuMsOf({ child }: GatewayProcess): number {
  const [, rest = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
  const [user = '0', system = '0'] = rest.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** Memory of a process in KiB. */
export const rssKiBOf = ({ child }: GatewayProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]);
