import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { createLogger } from '../../src/engine/log/log.ts';
import { commandLine } from '../../src/kernel/caller.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createApiKey } from '../../src/nouns/api-key/api-key.operations.ts';
import { createPartner } from '../../src/nouns/api-key/create-partner.operations.ts';
import { createOperator } from '../../src/nouns/operator/operator.operations.ts';
import { done } from '../../src/pipeline/done.ts';
import { execute } from '../../src/pipeline/execute.ts';
import type { Gateway } from '../../src/pipeline/gateway.ts';
import { NO_LOAD } from '../../src/pipeline/limits/load.ts';
import { readConfig } from '../../src/run/config/config.ts';
import { openGateway } from '../../src/run/open/open-gateway.ts';
import { customerBody, kycBody, SECRET_KEY, settlementBody } from '../support/gateway.ts';
import type { WorldDatabase } from './database/world-database.ts';
import { Faults } from './machine/faults.ts';
import { CLIENT, ISSUER, RULES } from './machine/issuer.ts';
import { Receivers } from './machine/receivers.ts';
import { DOCUMENT_TYPES, picture, pictureForm } from './people/pictures.ts';
import { enter } from './world/globals.ts';
import { Scheduler } from './world/scheduler.ts';
import { virtualWorld } from './world/virtual-world.ts';

/** The seed of the part that all worlds have in common. */
const SEED = 49;

/** Connections of a process to a server: few, so that work waits for them. */
const POOL = '4';

/** Minor units. No caller of a world asks for the same. */
const FUNDED_AMOUNT = 900_000;

interface Partner {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly customers: readonly string[];
}

export interface Person {
  readonly name: string;
  readonly operatorId: string;
  readonly apiKey: string;
}

/** Where every world begins: two partners with customers, three people of the provider, and a receiver of webhooks. */
export interface Scene {
  readonly folder: string;
  /** Whose requests are approved at once. */
  readonly acme: Partner;
  /** Whose requests wait for a person. */
  readonly lotus: Partner;
  /** A second key of acme, which will be revoked. */
  readonly spare: { readonly keyId: string; readonly apiKey: string };
  readonly people: readonly [Person, Person, Person];
  /** A settlement of acme whose money was sent, so that people can enter repayments from the first moment on. */
  readonly funded: string;
}

export const environmentOf = (
  folder: string,
  database: WorldDatabase,
  secret = SECRET_KEY,
): NodeJS.ProcessEnv => ({
  NODE_ENV: 'test',
  DATA_DIR: folder,
  DATABASE_URL: database.urlIn(folder),
  DATABASE_POOL: POOL,
  STORAGE_URL: `fs:${join(folder, 'files')}`,
  RATE_LIMIT: 'off',
  SECRET_KEY: secret,
  PUBLIC_URL: 'http://gateway.test',
  OIDC_ISSUER: ISSUER,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_OPERATORS: RULES,
});

/** Makes the scene once for a process. */
export async function makeScene(folder: string, database: WorldDatabase): Promise<Scene> {
  mkdirSync(folder, { recursive: true });
  const scheduler = new Scheduler(SEED, database.atRest);
  database.begin({ scheduler, faults: new Faults(SEED), mayFail: () => false, tell: () => {} });
  enter(virtualWorld(scheduler, SEED, { skewOf: () => 0 }), async () =>
    Promise.reject(new Error('No network.')),
  );
  let made: Scene | null = null;
  let failure: unknown = null;
  scheduler.as('scene', () => {
    void fill(folder, database).then(
      (scene) => {
        made = scene;
      },
      (error: unknown) => {
        failure = error;
      },
    );
  });
  await scheduler.runUntil(() => made !== null || failure !== null);
  if (made === null) throw failure;
  await database.keepScene(folder);
  return made;
}

/** A copy of the scene for one world. */
export async function copyScene(
  scene: Scene,
  folder: string,
  database: WorldDatabase,
  isEarlier: boolean,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!isOfDatabase(name)) rmSync(join(folder, name), { recursive: true });
  for (const name of readdirSync(scene.folder))
    if (!isOfDatabase(name)) cpSync(join(scene.folder, name), join(folder, name), { recursive: true });
  await database.putBack(scene.folder, folder, isEarlier);
}

/** The files of SQLite itself, which are put back in another way. */
const isOfDatabase = (name: string): boolean => /^(?:gateway|earlier)\.db(?:-wal|-shm)?$/.test(name);

async function fill(folder: string, database: WorldDatabase): Promise<Scene> {
  const config = readConfig(environmentOf(folder, database));
  const opened = await openGateway(config, systemClock);
  const gateway = { ...opened, outbound: new Receivers(new Faults(SEED)) };
  const app = createApp(gateway, config, createLogger('silent'), NO_LOAD);

  async function send(apiKey: string, method: string, path: string, body: unknown) {
    const isForm = body instanceof FormData;
    const request = new Request(`http://gateway.test${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    const response = await app.fetch(request);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${text}`);
    const json: ReturnType<typeof JSON.parse> = JSON.parse(text);
    if (json.errors !== undefined) throw new Error(text);
    return json;
  }

  async function partner(name: string, customers: number, settings: object): Promise<Partner> {
    const input = { name, reports_repayments: true, ...settings };
    const { partner: made, key } = done(
      await execute(gateway, createPartner, { ...byCommand, ids: {}, input }),
    );
    const ids: string[] = [];
    for (let each = 1; each <= customers; each += 1) {
      const body = customerBody({ external_customer_id: `${name} ${each}` });
      const { customer_id: id } = await send(key.api_key, 'POST', '/v1/customers', body);
      await send(key.api_key, 'PUT', `/v1/kyc/hk/${id}`, kycBody());
      for (const type of DOCUMENT_TYPES)
        await send(key.api_key, 'POST', `/v1/kyc/documents/${id}`, pictureForm(type, [picture(0)]));
      ids.push(id);
    }
    return { partnerId: made.partner_id, apiKey: key.api_key, customers: ids };
  }

  async function fund({ apiKey, customers }: Partner, { apiKey: own }: Person): Promise<string> {
    const body = settlementBody(customers[0] ?? '', { amount: FUNDED_AMOUNT });
    const { funding_id: id } = await send(apiKey, 'POST', '/v1/instant-settlements', body);
    await send(apiKey, 'PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
    await send(own, 'POST', '/graphql', {
      query: `mutation { disburseInstantSettlement(id: "${id}", reference: "payment") { status } }`,
    });
    return id;
  }

  const acme = await partner('Acme', 2, { review: 'auto' });
  const lotus = await partner('Lotus', 1, { review: 'manual' });
  const people = [
    await person(gateway, acme, 'Ann'),
    await person(gateway, acme, 'Bob'),
    await person(gateway, acme, 'Cat'),
  ] as const;
  const ids = { partner_id: acme.partnerId };
  const spare = done(await execute(gateway, createApiKey, { ...byCommand, ids, input: {} }));
  const funded = await fund(acme, people[0]);
  await send(acme.apiKey, 'POST', '/v1/webhook-endpoints', {
    url: 'https://hooks.example/acme',
    event_types: ['*'],
    ordering: 'subject',
  });
  await send(people[0].apiKey, 'POST', '/graphql', {
    query: `mutation { updateProviderSettings(input: { twoPeople: [{ operation: DISBURSE, rule: ALWAYS }] }) {
      separateRoles } }`,
  });
  const spareKey = { keyId: spare.key_id, apiKey: spare.api_key };
  return { folder, acme, lotus, people: [...people], spare: spareKey, funded };
}

const byCommand = { caller: commandLine, requestId: 'scene' };

async function person(gateway: Gateway, { partnerId }: Partner, name: string): Promise<Person> {
  const input = { name, email: `${name.toLowerCase()}@provider.example`, scopes: ['read', 'write', 'admin'] };
  const made = done(await execute(gateway, createOperator, { ...byCommand, ids: {}, input }));
  const operatorId = made.operator_id ?? '';
  const key = { role: 'operator', operator_id: operatorId, scopes: input.scopes };
  const { api_key: apiKey } = done(
    await execute(gateway, createApiKey, { ...byCommand, ids: { partner_id: partnerId }, input: key }),
  );
  return { name, operatorId, apiKey };
}
