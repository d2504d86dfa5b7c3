// Processes, since they divide one rate among them.
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { customerBody, pdf, uploadForm } from '../../support/gateway.ts';
import { commandLine, FIRST_KEY } from '../../support/gateway-process.ts';
import { openFleet } from './fleet.ts';

const SECONDS = 3;
const PER_SECOND = 90;
/** Senders of each process; far more than the limit lets through. */
const SENDERS = 4;
/** How long a sender waits between two requests, and how long it asks for what has no limit. */
const PAUSE_MS = 5;
const CALIBRATION_MS = 1_000;
/** From the start of a process to its first beat that counts the others. */
const SETTLED_MS = 6_000;

test('three processes together limit one key to its rate, and its 200 slow uploads leave room for another key', async () => {
  await using fleet = await openFleet(3, { RATE_LIMIT: String(PER_SECOND), UPLOADS_MAX: '16' });
  const first = fleet.at(0);
  const made = await commandLine(fleet.folder, 'partner', 'create', 'B', '--json');
  const key = JSON.parse(made.out).api_key;
  const { json } = await first.rest('POST', '/v1/customers', { key, body: customerBody() });
  const own = await first.rest('POST', '/v1/customers', { body: customerBody() });
  await setTimeout(SETTLED_MS);

  /** How many requests the senders of all processes get answered with a status. */
  const answered = async (path: string, wanted: number, ms: number) => {
    const began = performance.now();
    let count = 0;
    await Promise.all(
      fleet.gateways.flatMap((gateway) =>
        Array.from({ length: SENDERS }, async () => {
          while (performance.now() < began + ms) {
            const { status } = await gateway.rest('GET', path);
            if (status === wanted) count += 1;
            await setTimeout(PAUSE_MS);
          }
        }),
      ),
    );
    return { count, seconds: (performance.now() - began) / 1_000 };
  };
  // What this machine can do without a limit.
  const unlimited = await answered('/healthz', 200, CALIBRATION_MS);
  // The burst that was saved up goes first.
  const taken = await answered('/v1/customers/any', 404, SECONDS * 1_000);
  const allowed = PER_SECOND * (taken.seconds + 2);
  const possible = (unlimited.count / unlimited.seconds) * taken.seconds;
  expect(taken.count / Math.min(allowed, possible)).toBeGreaterThan(0.85);
  expect(taken.count / allowed).toBeLessThan(1.15);

  // A holds as many uploads as it can, each one silent after its header.
  await setTimeout(2_000);
  const statuses: number[] = [];
  const held = Array.from({ length: 200 }, () => {
    const sent = request(new URL(`/v1/kyc/documents/${own.json.customer_id}`, first.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${FIRST_KEY}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 1_000_000,
      },
    });
    sent
      .on('response', (response) => void statuses.push(response.resume().statusCode ?? 0))
      .on('error', () => {});
    sent.write('--b\r\n');
    return sent;
  });
  // Four are taken and wait for their bytes; the others are refused at once.
  await expect.poll(() => statuses.length).toBe(196);
  expect(new Set(statuses)).toEqual(new Set([429]));
  const upload = await first.rest('POST', `/v1/kyc/documents/${json.customer_id}`, {
    key,
    body: uploadForm('nar1', [pdf()]),
  });
  expect(upload.status).toBe(200);
  for (const sent of held) sent.destroy();
});
