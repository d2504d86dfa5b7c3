import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { type Listening, serve } from '../../src/run/serve.ts';
import { openTestGateway, type TestGateway } from '../gateway.ts';
import { walkJourney } from './journey.ts';

let world: TestGateway;
let listening: Listening;
let baseUrl: string;

/** Signed URLs name the port, which is known once something listens on it: the app comes after its server. */
const app: App = {
  fetch: (request) => world.app.fetch(request),
  drain: () => world.app.drain(),
  close: () => world.close(),
};

beforeAll(async () => {
  listening = await serve(app, { host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${listening.port}`;
  world = await openTestGateway({ PUBLIC_URL: baseUrl });
});
afterAll(() => listening.stop());

test('the demo walks the whole journey', async () => {
  const { apiKey } = await world.partner();
  const lines: string[] = [];
  await walkJourney({ baseUrl, apiKey }, (line) => void lines.push(line));
  expect(lines.at(-1)).toBe('Every answer was as the contract says.');
});

test('the demo names the step at which an answer is not as the contract says', async () => {
  const { apiKey } = await world.partner({ review: 'manual' });
  await expect(walkJourney({ baseUrl, apiKey }, () => {})).rejects.toThrow(
    /^Step 16 \(request funding\) failed: the status is submitted and not approved\.$/,
  );
});

test('the demo says when the key is not one', async () => {
  const apiKey = 'fgk_nobody';
  await expect(walkJourney({ baseUrl, apiKey }, () => {})).rejects.toThrow(
    /^Step 1 \(create a customer in Hong Kong\) failed: the status is 401/,
  );
});

test('the demo says when no gateway answers', async () => {
  const partner = { baseUrl: 'http://127.0.0.1:9', apiKey: 'fgk_any' };
  await expect(walkJourney(partner, () => {})).rejects.toThrow(
    /^No gateway answers at http:\/\/127\.0\.0\.1:9\./,
  );
});
