// A process: the hold of its event loop and its memory are measured apart from the attacker.
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

/** A request that is harmless, and meanwhile something that is not. */
const attackBeside = (command: ProbeCommand) =>
  attacked.attackWith(async ({ url }) => {
    await attacked.probe(command);
    return sendRaw(url, { line: 'GET /healthz' });
  });

test('a request for /healthz does no harm', async () => {
  expectHarmless(await attacked.attack({ line: 'GET /healthz' }));
});

test('eight pieces of known work without a turn of the event loop are found to be harm, on a busy machine too', async () => {
  const harm = await attackBeside('work 8');
  expect(() => expectHarmless(harm)).toThrow('without a turn of the event loop');
});

test('a hundred mebibytes of the heap are found to be harm', async () => {
  const harm = await attackBeside(`take ${100 * MiB}`);
  expect(() => expectHarmless({ ...harm, holdMs: 0, waitMs: 0 })).toThrow('times the known memory');
});
