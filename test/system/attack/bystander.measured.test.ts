import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from '../../support/requests/raw-request.ts';
import { type AttackedGateway, expectHarmless, openAttackedGateway } from './bystander.ts';
import type { ProbeCommand } from './probe.ts';

let attacked: AttackedGateway;
beforeAll(async () => {
  attacked = await openAttackedGateway();
});
afterAll(() => attacked.close());

const MiB = 1024 * 1024;
/** So that the probe looks while the memory is taken. */
const SEEN_MS = 20;

/** A request that is harmless, and meanwhile something that is not. */
const attackBeside = (command: ProbeCommand) =>
  attacked.attackWith(async ({ url }) => {
    await attacked.probe(command);
    await setTimeout(SEEN_MS);
    return sendRaw(url, { line: 'GET /healthz' });
  });

test('a request for /healthz does no harm', async () => {
  expectHarmless(await attacked.attack({ line: 'GET /healthz' }));
});

test('150 ms of work without a turn of the event loop are found to be harm, on a busy machine too', async () => {
  const harm = await attackBeside('hold 150');
  expect(() => expectHarmless(harm)).toThrow('ms of work without a turn of the event loop');
});

test('96 MiB of the heap are found to be harm', async () => {
  const harm = await attackBeside(`take ${96 * MiB}`);
  expect(() => expectHarmless({ ...harm, holdMs: 0, waitMs: 0 })).toThrow('bytes of memory');
});
