import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCheckpoint, type CheckpointRow } from '../../../src/trail/checkpoint/checkpoint.rules.ts';
import { headOf } from '../../../src/trail/checkpoint/head.ts';
import { deriveKeys } from '../../../src/engine/crypto/keys.ts';
import { relayAll } from '../../../src/trail/positions/relay.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { proofOf } from '../../../src/trail/record/event-mac.ts';
import { requireTrail } from '../../../src/run/open/require-trail.ts';
import { allowEverything, checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { begin, type Installation, NEW, OLD, openInstallation } from '../../support/installation.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await openInstallation();
  await begin(installation, OLD);
});
afterEach(() => installation[Symbol.asyncDispose]());

const LOG = createLogger('silent');
const rotate = () => installation.cli([NEW, OLD], 'encryption', 'rotate', '--json');
const oldKeys = deriveKeys([Buffer.from(OLD, 'hex')], 'audit');

async function withSecret(secret: string, work: (fixture: TestGateway) => Promise<void>): Promise<void> {
  const fixture = await installation.open(secret);
  try {
    await work(fixture);
  } finally {
    await fixture.close();
  }
}

/** An event that never happened, as an attacker writes it who has the removed secret and the database. */
async function forgeEvent({ gateway }: TestGateway): Promise<string> {
  const event = {
    id: 'evt_01zzzzzzzzzzzzzzzzzzzzzzzz',
    type: 'instant_settlement.repaid',
    subject: 'instant_settlement/fnd_01zzzzzzzzzzzzzzzzzzzzzzzz',
    sequence: 1,
    partner_id: null,
    actor: 'system',
    request_id: 'req_forged',
    created_at: '2026-01-01T00:00:00Z',
    data: '{}',
  };
  await gateway.database.transaction(async (db) => {
    await db
      .insertInto('event')
      .values({ ...event, ...proofOf(event, oldKeys) })
      .execute();
  });
  return event.id;
}

test('a rotation leaves no event that only the old secret vouches for', async () => {
  const { code, json } = await rotate();
  expect([code, json.left]).toEqual([0, 0]);
  await withSecret(NEW, async (fixture) => {
    await requireTrail(fixture.gateway, LOG);
    expect(await verify(fixture)).toMatchObject({ intact: true, waiting_events: 0 });
  });
});

test('an event that is written with a removed secret gets no position and no checkpoint, and is found', async () => {
  await rotate();
  await withSecret(NEW, async (fixture) => {
    const id = await forgeEvent(fixture);
    await relayAll(fixture.gateway);
    await checkpointAll(fixture);
    const fed = await fixture.gateway.database.reads
      .selectFrom('feed')
      .innerJoin('event', 'event.number', 'feed.event_number')
      .select('event.id')
      .where('event.id', '=', id)
      .execute();
    expect(fed).toEqual([]);
    const { findings } = await verify(fixture);
    expect(findings).toMatchObject([{ fault: 'not_vouched_for', event: id }]);
    await requireTrail(fixture.gateway, LOG);
  });
});

test('no trail continues after a checkpoint of a removed secret, and no gateway starts on it', async () => {
  await rotate();
  await withSecret(NEW, async (fixture) => {
    const { database } = fixture.gateway;
    const head = await headOf(database.reads);
    if (head === undefined) throw new Error('The rotation made no checkpoint.');
    const { hash: previous, number } = head;
    const forged: CheckpointRow = makeCheckpoint(
      { ...head, previous, number: number + 1, events: 0 },
      oldKeys,
    );
    await database.writes.insertInto('checkpoint').values(forged).execute();
    const finding = { fault: 'not_vouched_for', checkpoint: number + 1 };
    expect((await verify(fixture)).findings).toContainEqual(expect.objectContaining(finding));
    await expect(requireTrail(fixture.gateway, LOG)).rejects.toThrow('comes from no secret of SECRET_KEY');
  });
});

test('the old secret must stay if the trail is damaged, and the rotation says why', async () => {
  await withSecret(OLD, async (fixture) => {
    await checkpointAll(fixture);
    await allowEverything(fixture);
  });
  await installation.change("update checkpoint set mac = 'forged' where number = 1");
  const { code, json } = await rotate();
  expect([code, json.left > 0, json.old_keys[0].removable]).toEqual([1, true, false]);
  expect(json.fault).toMatchObject({ fault: 'checkpoint_edited', checkpoint: 1 });
  const { err } = await installation.cli([NEW, OLD], 'encryption', 'rotate');
  expect(err).toContain('No checkpoint was made: Checkpoint 1 has changed.');
});

test('a position whose event is gone keeps no secret, and is still found', async () => {
  await withSecret(OLD, async (fixture) => {
    await relayAll(fixture.gateway);
    await allowEverything(fixture);
  });
  await installation.change("delete from event where subject like 'customer/%'");
  const { code, json } = await rotate();
  expect([code, json.left]).toEqual([0, 0]);
  await withSecret(NEW, async (fixture) => {
    const { findings } = await verify(fixture);
    expect(findings).toContainEqual(expect.objectContaining({ fault: 'event_removed' }));
  });
});

test('the old secret must stay while the trail is damaged, also if no event waits with it', async () => {
  await rotate();
  await withSecret(NEW, allowEverything);
  await installation.change("update checkpoint set mac = 'forged'");
  await installation.change("update secret_key set used_at = '2020-01-01T00:00:00Z'");
  const { code, json } = await rotate();
  expect([code, json.left, json.old_keys[0].removable]).toEqual([1, 0, false]);
  const { err } = await installation.cli([NEW, OLD], 'encryption', 'rotate');
  expect(err).toContain('must stay: the first key does not');
});
