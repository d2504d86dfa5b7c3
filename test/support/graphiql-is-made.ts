import { expect, vi } from 'vitest';
import type { TestGateway } from './gateway.ts';

/** For what hangs; a hundred times what the files take on a quiet machine. */
const MADE = { timeout: 120_000, interval: 50 };

/**
 * Waits until the gateway has the files of GraphiQL. `npm ci` makes them, and a gateway if a source was changed since;
 * on a very busy machine it first asks the browser to come again.
 */
export const graphiqlIsMade = ({ fetch }: Pick<TestGateway, 'fetch'>, path: string): Promise<void> =>
  vi.waitFor(async () => {
    const { status } = await fetch('GET', path, { headers: { accept: 'text/html' } });
    expect(status).toBe(200);
  }, MADE);
