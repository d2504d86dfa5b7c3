import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { GatewayProcess } from '../gateway-process.ts';

const PAUSE_MS = 10;

/**
 * The times of some requests of a quiet partner, in ascending order. Each must be answered as usual. They are
 * decisions, because on a busy machine the gateway may refuse reads for a moment.
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

/** The 99th percentile of waits. */
export const p99 = (waits: readonly number[]) =>
  waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? Infinity;

export const median = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Infinity;
