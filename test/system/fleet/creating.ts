import { expect } from 'vitest';
import type { CarefulClient } from '../../support/crash/careful-client.ts';
import { customerBody } from '../../support/gateway.ts';

/** Creates customers, each by two requests with one key that are sent at the same moment. */
export async function createUntilStopped(
  clients: readonly CarefulClient[],
  name: string,
  stop: AbortSignal,
): Promise<void> {
  for (let turn = 0; !stop.aborted; turn += 1) {
    const idempotencyKey = `${name}-${turn}`;
    const body = customerBody({ external_customer_id: idempotencyKey });
    const change = { method: 'POST', path: '/v1/customers', body, idempotencyKey };
    const answers = await Promise.all(clients.map(({ insist }) => insist(change)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  }
}
