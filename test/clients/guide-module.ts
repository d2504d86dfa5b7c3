import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbstractType, isIntrospectionType } from 'graphql';
import { expect } from 'vitest';
import { gatewaySchema } from '../../src/features.ts';
import { blocksOf, guide } from '../pages/docs/pages.ts';
import { customerBody, kycBody, pdf, type TestPartner } from '../support/gateway.ts';
import { type Served, serveTestGateway } from '../support/served.ts';

/** What the guide of each GraphQL client exports. */
interface GuideModule {
  readonly customers: unknown;
  upload(customerId: string, type: string, file: File): Promise<unknown>;
  follow(after: string | null, onEvent: OnEvent, signal: AbortSignal): Promise<void>;
}

type OnEvent = (followed: Followed) => void | Promise<void>;

interface Followed {
  readonly cursor: string;
  readonly event: { readonly type: string; readonly subject: string };
}

/** Below the folder of the tests, so that the module finds the packages of the project. */
const FOLDER = join(import.meta.dirname, '.guides');

/** A gateway with a customer, and all TypeScript of a guide as one module that runs against it. */
export async function openGuide<Module extends GuideModule>(name: string) {
  const served = await serveTestGateway({}, 'sends webhooks');
  const partner = await served.partner();
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  const module = await runGuide<Module>(name, { BASE_URL: served.baseUrl, API_KEY: partner.apiKey });
  return { served, partner, customerId: String(json.customer_id), module };
}

async function runGuide<Module>(
  name: string,
  environment: Readonly<Record<string, string>>,
): Promise<Module> {
  const file = join(FOLDER, `${name}-${randomUUID()}.ts`);
  mkdirSync(FOLDER, { recursive: true });
  const source = blocksOf(guide(name), 'ts').join('\n');
  writeFileSync(file, source.replaceAll(`'./__generated__/`, `'../__generated__/`));
  const before = { ...process.env };
  Object.assign(process.env, environment);
  try {
    const module: Module = await import(file);
    return module;
  } finally {
    process.env = before;
    rmSync(file);
  }
}

export const scan = () => new File([pdf()], 'chart.pdf', { type: 'application/pdf' });

/** Two people with one number on their documents, who hold shares through two companies. */
export async function sendTwoShareholders(partner: TestPartner, customerId: string): Promise<void> {
  const person = { type: 'passport', id: 'K1234567' };
  const body = kycBody({
    directors_identity_number: [person],
    shareholders_identity_number: [
      { ...person, company_legal_name: 'Alpha Limited' },
      { ...person, company_legal_name: 'Beta Limited' },
    ],
  });
  expect((await partner.rest('PUT', `/v1/kyc/hk/${customerId}`, body)).status).toBe(200);
}

export const SHAREHOLDERS = `query Shareholders($customerId: ID!) {
  kyc(customerId: $customerId) {
    ... on Kyc {
      id
      directorsIdentityNumber { number type }
      shareholdersIdentityNumber { companyLegalName number type }
    }
  }
}`;

export const TWO_SHAREHOLDERS = [
  { companyLegalName: 'Alpha Limited', number: 'K1234567', type: 'PASSPORT' },
  { companyLegalName: 'Beta Limited', number: 'K1234567', type: 'PASSPORT' },
];

/** The events that the loop of a guide hands on, until there are so many. */
export async function followed(
  { follow }: GuideModule,
  after: string,
  count: number,
  onEvent: OnEvent = () => {},
): Promise<readonly string[]> {
  const stop = new AbortController();
  const seen: string[] = [];
  const done = follow(
    after,
    async (each) => {
      await onEvent(each);
      seen.push(each.event.subject);
      if (seen.length === count) stop.abort();
    },
    stop.signal,
  );
  await done;
  return seen;
}

/** The cursor behind all events so far. */
export async function endOfFeed(served: Served, partner: TestPartner): Promise<string> {
  await served.relay();
  return String((await partner.rest('GET', '/v1/events?after=latest')).json.next_cursor);
}

/** The types of each interface and union. */
export function possibleTypesOfSchema(): Readonly<Record<string, readonly string[]>> {
  const schema = gatewaySchema();
  const abstract = Object.values(schema.getTypeMap()).filter(
    (type) => isAbstractType(type) && !isIntrospectionType(type),
  );
  return Object.fromEntries(
    abstract.map((type) => [
      type.name,
      isAbstractType(type)
        ? schema
            .getPossibleTypes(type)
            .map(({ name }) => name)
            .toSorted()
        : [],
    ]),
  );
}
