import { mkdirSync } from 'node:fs';
import { createApp } from '../../src/app.ts';
import { createLogger } from '../../src/engine/log/log.ts';
import { commandLine } from '../../src/kernel/caller.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createApiKey } from '../../src/nouns/api-key/api-key.operations.ts';
import { createPartner } from '../../src/nouns/api-key/create-partner.operations.ts';
import { createOperator } from '../../src/nouns/operator/operator.operations.ts';
import { world } from '../../src/kernel/world.ts';
import { done } from '../../src/pipeline/done.ts';
import { execute } from '../../src/pipeline/execute.ts';
import type { Gateway } from '../../src/pipeline/gateway.ts';
import { NO_LOAD } from '../../src/pipeline/limits/load.ts';
import { readConfig } from '../../src/run/config/config.ts';
import { openGateway } from '../../src/run/open/open-gateway.ts';
import { customerBody, kycBody, settlementBody } from '../support/gateway.ts';
import type { WorldDatabase } from './database/world-database.ts';
import { Faults } from './machine/faults.ts';
import { Receivers } from './machine/receivers.ts';
import { DOCUMENT_TYPES, picture, pictureForm } from './people/pictures.ts';
import { enter } from './world/globals.ts';
import { Scheduler } from './world/scheduler.ts';
import { virtualWorld } from './world/virtual-world.ts';
import { type BegunSettlement, environmentOf, type Partner, type Person, type Scene } from './scene.ts';

/** The seed of the part that all worlds have in common. */
const SEED = 49;

/** Minor units. Each settlement of the scene has a unit more. No caller of a world asks for the same. */
const AMOUNT = 900_000;
const REPORTED_AMOUNT = 150_000;

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
    if (json.errors !== undefined && json.extensions === undefined) throw new Error(text);
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

  const settlements: BegunSettlement[] = [];
  const mutate = ({ apiKey }: Person, field: string) =>
    send(apiKey, 'POST', '/graphql', { query: `mutation { ${field} }` });
  const disbursing = (id: string) =>
    `disburseInstantSettlement(id: "${id}", reference: "payment") { status }`;

  async function requested({ apiKey, customers }: Partner): Promise<string> {
    const body = settlementBody(customers[0] ?? '', { amount: AMOUNT + settlements.length });
    const { funding_id: id } = await send(apiKey, 'POST', '/v1/instant-settlements', body);
    return id;
  }

  async function accepted(by: Partner): Promise<string> {
    const id = await requested(by);
    await send(by.apiKey, 'PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
    return id;
  }

  async function funded(by: Partner, payer: Person): Promise<BegunSettlement> {
    const id = await accepted(by);
    await mutate(payer, disbursing(id));
    const body = {
      amount: REPORTED_AMOUNT,
      received_on: new Date(world.time()).toISOString().slice(0, 10),
      source: 'transfer',
      reference: 'a report of the scene',
    };
    const made = await send(by.apiKey, 'POST', `/v1/instant-settlements/${id}/repayments`, body);
    const reported = { id: made.repayment_id, amount: REPORTED_AMOUNT };
    return { id, of: 'acme', status: 'funded', reported };
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
  settlements.push(await funded(acme, people[0]));
  await send(acme.apiKey, 'POST', '/v1/webhook-endpoints', {
    url: 'https://hooks.example/acme',
    event_types: ['*'],
    ordering: 'subject',
  });
  await mutate(
    people[0],
    'updateProviderSettings(input: { twoPeople: [{ operation: DISBURSE, rule: ALWAYS }] }) { separateRoles }',
  );
  settlements.push({ id: await requested(lotus), of: 'lotus', status: 'submitted' });
  settlements.push({ id: await requested(acme), of: 'acme', status: 'approved' });
  const waiting = await accepted(acme);
  const { extensions } = await mutate(people[0], disbursing(waiting));
  settlements.push({
    id: waiting,
    of: 'acme',
    status: 'accepted',
    waits: extensions.pendingApproval.id,
  });
  const spareKey = { keyId: spare.key_id, apiKey: spare.api_key };
  return { folder, acme, lotus, people: [...people], spare: spareKey, settlements };
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
