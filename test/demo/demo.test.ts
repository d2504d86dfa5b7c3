import { afterAll, beforeAll, expect, test } from 'vitest';
import { walkJourney } from './journey/journey.ts';
import { type Served, serveTestGateway } from '../support/served.ts';

let served: Served;
beforeAll(async () => {
  served = await serveTestGateway();
});
afterAll(() => served.stop());

test('the demo walks the whole journey', async () => {
  const { apiKey } = await served.partner();
  const lines: string[] = [];
  await walkJourney({ baseUrl: served.baseUrl, apiKey }, (line) => void lines.push(line));
  expect(lines.at(1)).toMatch(/^The webhooks are left out: /);
  expect(lines.at(-1)).toBe('Every answer was as the contract says.');
});

test('the demo shows the webhooks as they arrive, if the gateway may send to this machine', async () => {
  const sending = await serveTestGateway({ WEBHOOK_ALLOW: '127.0.0.1' }, 'sends webhooks');
  const { apiKey } = await sending.partner();
  const lines: string[] = [];
  await walkJourney({ baseUrl: sending.baseUrl, apiKey }, (line) => void lines.push(line));
  await sending.stop();
  expect(lines).toContainEqual(expect.stringMatching(/^ +webhook kyc\.status_changed kyc\/cus_\w+$/));
  expect(lines).toContainEqual(expect.stringMatching(/^ +webhook funding\.approved funding\/fun_\w+$/));
  expect(lines.at(-1)).toBe('Every answer was as the contract says.');
});

test('the demo runs against a sandbox unchanged', async () => {
  const sandbox = await serveTestGateway({ SANDBOX: 'on' });
  const { apiKey } = await sandbox.partner();
  const lines: string[] = [];
  await walkJourney({ baseUrl: sandbox.baseUrl, apiKey }, (line) => void lines.push(line));
  await sandbox.stop();
  expect(lines.at(-1)).toBe('Every answer was as the contract says.');
});

test('the demo names the step at which an answer is not as the contract says', async () => {
  const { apiKey } = await served.partner({ review: 'manual' });
  await expect(walkJourney({ baseUrl: served.baseUrl, apiKey }, () => {})).rejects.toThrow(
    /^Step 16 \(request funding\) failed: the status is submitted and not approved\.$/,
  );
});

test('the demo reports an invalid key', async () => {
  const apiKey = 'fgk_nobody';
  await expect(walkJourney({ baseUrl: served.baseUrl, apiKey }, () => {})).rejects.toThrow(
    /^Step 1 \(create a customer in Hong Kong\) failed: The API key is not valid/,
  );
});

test('the demo says when no gateway answers', async () => {
  const partner = { baseUrl: 'http://127.0.0.1:9', apiKey: 'fgk_any' };
  await expect(walkJourney(partner, () => {})).rejects.toThrow(
    /^No gateway answers at http:\/\/127\.0\.0\.1:9\./,
  );
});
