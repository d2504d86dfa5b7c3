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

  // The burst that was saved up goes first.
  const end = performance.now() + SECONDS * 1_000;
  let taken = 0;
  const began = performance.now();
  await Promise.all(
    fleet.gateways.flatMap((gateway) =>
      Array.from({ length: SENDERS }, async () => {
        while (performance.now() < end) {
          const { status } = await gateway.rest('GET', '/v1/customers/any');
          if (status === 404) taken += 1;
          else await setTimeout(5);
        }
      }),
    ),
  );
  const seconds = (performance.now() - began) / 1_000;
  const allowed = PER_SECOND * (seconds + 2);
  expect(taken / allowed).toBeGreaterThan(0.85);
  expect(taken / allowed).toBeLessThan(1.15);

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
