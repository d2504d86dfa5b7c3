import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiKeyMac } from '../../src/api-key/mac/api-key-mac.ts';
import { createLogger } from '../../src/http/log/log.ts';
import { requireTrail } from '../../src/run/open/require-trail.ts';
import type { TestGateway } from '../support/gateway.ts';
import {
  type Installation,
  NEW,
  OLD,
  openInstallation,
  populate,
  takeBack,
} from '../support/installation.ts';
import { checkpointAll, verify } from '../support/fixtures/audit-fixture.ts';

const LOG = createLogger('silent');

let installation: Installation;
let populated: Awaited<ReturnType<typeof populate>>;
beforeEach(async () => {
  installation = await openInstallation();
  populated = await populate(installation, OLD);
});
afterEach(() => installation[Symbol.asyncDispose]());

const anchorFiles = () => readdirSync(installation.folder).filter((name) => name.startsWith('audit-anchor-'));
const forgetAnchor = () => {
  for (const name of anchorFiles()) rmSync(join(installation.folder, name));
};

async function using<Result>(secrets: readonly string[], work: (fixture: TestGateway) => Promise<Result>) {
  const fixture = await installation.open(...secrets);
  try {
    return await work(fixture);
  } finally {
    await fixture.close();
  }
}

const greets = ({ withKey }: TestGateway) =>
  withKey(populated.apiKey)
    .rest('GET', '/v1/customers')
    .then(({ status }) => status);

test('the first start on an older database accepts its keys and settlements as they are', async () => {
  await takeBack(installation, populated.apiKey);
  await using([NEW, OLD], async (fixture) => {
    expect(fixture.gateway.founded).toEqual({ keys: 1, settlements: 1, events: 0 });
    expect(await greets(fixture)).toBe(200);
    expect((await verify(fixture)).findings).toEqual([]);
  });
  await using([NEW, OLD], async (fixture) => expect(fixture.gateway.founded).toBeNull());
  expect(await populated.look(NEW, OLD)).toEqual(populated.all);
});

test('the log and a command report that records were accepted', async () => {
  await takeBack(installation, populated.apiKey);
  const notes: unknown[] = [];
  const log = {
    ...LOG,
    note: (sentence: string, about = {}) => void notes.push([sentence, about]),
  };
  await using([OLD], (fixture) => requireTrail(fixture.gateway, log));
  await using([OLD], (fixture) => requireTrail(fixture.gateway, log));
  const what = { keys: 1, settlements: 1, events: 0 };
  expect(notes).toEqual([['made the MACs of the records that were there', what]]);
  await takeBack(installation, populated.apiKey);
  forgetAnchor();
  const sentence = 'Made the MACs of the records that were there.\n';
  expect((await installation.cli([OLD], 'partner', 'list')).err).toBe(sentence);
  expect((await installation.cli([OLD], 'partner', 'list')).err).toBe('');
});

test('a scope admin that the upgrade gave to an operator’s key is no fault, and one that was added later is', async () => {
  const operator = { role: 'operator', scopes: ['read', 'write'] };
  const [partnerId, made] = await using([OLD], async (fixture) => {
    const { partner_id } = await fixture.gateway.database.reads
      .selectFrom('api_key')
      .select('partner_id')
      .executeTakeFirstOrThrow();
    const whole = await fixture.key(partner_id, operator);
    const reader = await fixture.key(partner_id, { role: 'operator', scopes: ['read'] });
    const admin = await fixture.key(partner_id, { role: 'operator' });
    const query = `mutation { rotateApiKey(id: "${whole.keyId}", overlapSeconds: 600) { key { id } } }`;
    const { json } = await admin.graphql(query);
    return [partner_id, { whole, reader, successor: json.data.rotateApiKey.key.id }] as const;
  });
  await takeBack(installation, populated.apiKey);
  await installation.change("update api_key set created_at = '2026-01-01T00:00:00Z'");
  // Runs the migration of the keys again.
  await installation.change("delete from mikro_orm_migrations where name = '0012-admin-scope'");
  await using([OLD], async (fixture) => {
    const { reads, writes } = fixture.gateway.database;
    const scopesOf = async (id: string) =>
      (await reads.selectFrom('api_key').select('scopes').where('id', '=', id).executeTakeFirstOrThrow())
        .scopes;
    expect(await scopesOf(made.whole.keyId)).toBe('read,write,admin');
    expect(await scopesOf(made.successor)).toBe('read,write,admin');
    expect(await scopesOf(made.reader.keyId)).toBe('read');
    expect((await verify(fixture)).findings).toEqual([]);

    const { keyId } = await fixture.key(partnerId, operator);
    const later = await reads
      .selectFrom('api_key')
      .selectAll()
      .where('id', 'in', [keyId, made.reader.keyId])
      .execute();
    for (const row of later) {
      const given = { ...row, scopes: 'read,write,admin' };
      const mac = apiKeyMac(fixture.gateway.rowMacs, given);
      await writes
        .updateTable('api_key')
        .set({ scopes: given.scopes, mac })
        .where('id', '=', row.id)
        .execute();
    }
    const { findings } = await verify(fixture);
    expect(findings.map(({ fault, record }) => [fault, record]).toSorted()).toEqual(
      [keyId, made.reader.keyId].map((id) => ['record_differs', `api_key/${id}`]).toSorted(),
    );
  });
});

test('many settlements are accepted in batches', async () => {
  await installation.change(`with recursive copies(n) as (select 1 union all select n + 1 from copies where n < 1200)
    insert into instant_settlement (id, partner_id, customer_id, currency, amount, account_chargeback_rate,
      account_refund_rate, settlement_period, interest_rate, transactions, status, decision_reason, offer_expires_at,
      created_at, updated_at, sealed_decision_reason, denial_reason, denial_note, disbursement_reference, steps, mac)
    select 'fun_copy' || n, partner_id, customer_id, currency, n, account_chargeback_rate, account_refund_rate,
      settlement_period, interest_rate, transactions, 'submitted', decision_reason, offer_expires_at, created_at,
      updated_at, sealed_decision_reason, denial_reason, denial_note, disbursement_reference, 0, null
    from instant_settlement, copies where id like 'fun_0%'`);
  await takeBack(installation, populated.apiKey);
  await using([OLD], async ({ gateway }) => {
    expect(gateway.founded).toMatchObject({ settlements: 1_201 });
    const rows = await gateway.database.reads
      .selectFrom('instant_settlement')
      .select('mac')
      .distinct()
      .execute();
    expect(rows).toHaveLength(1_201);
  });
});

test('a later row without a MAC stays refused, even where the note of the founding was deleted', async () => {
  await installation.change('delete from founding');
  await installation.change('update instant_settlement set amount = 5, mac = null');
  await using([OLD], async (fixture) => {
    expect(fixture.gateway.founded).toBeNull();
    expect((await verify(fixture)).findings.map(({ fault }) => fault)).toEqual([
      'record_forged',
      'record_differs',
      'founding_lost',
    ]);
  });
});

test('where the file in DATA_DIR knows the database, nothing is accepted again, even with no MAC left', async () => {
  await using([OLD], (fixture) => requireTrail(fixture.gateway, LOG));
  expect(anchorFiles()).toHaveLength(1);
  await takeBack(installation, populated.apiKey);
  await using([OLD], async (fixture) => {
    expect(fixture.gateway.founded).toBeNull();
    expect(await greets(fixture)).toBe(401);
  });
  forgetAnchor();
  await using([OLD], async (fixture) => expect(fixture.gateway.founded).toMatchObject({ keys: 1 }));
});

test('a forged note of the founding is reported', async () => {
  await installation.change(`update founding set mac = '00000000.${'a'.repeat(64)}'`);
  await using([OLD], async (fixture) => {
    expect((await verify(fixture)).findings).toMatchObject([{ fault: 'founding_lost' }]);
  });
});

test('events from before MACs get their checkpoints all at once', async () => {
  await takeBack(installation, populated.apiKey);
  await installation.change('update unsealed_event set key = null, mark = null');
  await using([OLD], async (fixture) => {
    const events = fixture.gateway.founded?.events ?? 0;
    expect(events).toBeGreaterThan(10);
    expect(await checkpointAll(fixture)).toBe(0);
    const { findings, checkpointed_events, checkpoints } = await verify(fixture);
    expect({ findings, checkpointed_events, checkpoints }).toEqual({
      findings: [],
      checkpointed_events: events,
      checkpoints: 1,
    });
  });
});

test('a rotation makes hashes and MACs again, and those of the old secret are then refused', async () => {
  const before = await using([OLD], ({ gateway }) =>
    gateway.database.reads.selectFrom('api_key').selectAll().executeTakeFirstOrThrow(),
  );
  await installation.change("update secret_key set used_at = '2020-01-01T00:00:00Z'");
  const { code } = await installation.cli([NEW, OLD], 'keys', 'reencrypt');
  expect(code).toBe(0);
  await using([NEW], async (fixture) => {
    expect(await greets(fixture)).toBe(200);
    expect((await verify(fixture)).findings).toEqual([]);
    const { writes } = fixture.gateway.database;
    await writes.updateTable('api_key').set(before).execute();
    expect((await verify(fixture)).findings).toMatchObject([{ fault: 'record_forged' }]);
  });
  await using([NEW], async (fixture) => expect(await greets(fixture)).toBe(401));
});

test('a rotation reports a forged row, gives it no new MAC, and the old secret can be removed', async () => {
  await installation.change("update secret_key set used_at = '2020-01-01T00:00:00Z'");
  await installation.change('update instant_settlement set amount = 5');
  const { code, json, err } = await installation.cli([NEW, OLD], 'keys', 'reencrypt', '--json');
  expect(code).toBe(1);
  expect(json).toMatchObject({
    left: 0,
    records: { looked_at: 2, encrypted: 1, damaged: 1 },
    old_keys: [{ removable: true }],
  });
  expect(json.records.places).toEqual([expect.stringMatching(/^instant_settlement\/fun_\w+$/)]);
  expect(err).not.toContain('must stay');
});
