import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/run/config/config.ts';
import { type Load, NO_LOAD } from '../../src/pipeline/limits/load.ts';
import { createLogger } from '../../src/engine/log/log.ts';
import { commandLine } from '../../src/kernel/caller.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { createApiKey } from '../../src/nouns/api-key/api-key.operations.ts';
import { relayAll } from '../../src/trail/positions/relay.ts';
import { createAuthenticator } from '../../src/nouns/api-key/authenticate/authenticate.ts';
import { createPartner } from '../../src/nouns/api-key/create-partner.operations.ts';
import { done } from '../../src/pipeline/done.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { NO_TELEMETRY, type Telemetry } from '../../src/engine/tracing/telemetry.ts';
import { observedLog } from '../../src/run/open/observed-parts.ts';
import { openGateway } from '../../src/run/open/open-gateway.ts';
import { makeCompleteCustomer } from './fixtures/complete-customer.ts';
import { makeKeyOfBefore } from './key-of-before.ts';
import { freshDatabase } from './postgres/databases.ts';
import type { KycCountryCode } from '../../src/nouns/kyc/countries/index.ts';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; null if it is not JSON. */
  readonly json: ReturnType<typeof JSON.parse>;
}

export type TestGateway = Awaited<ReturnType<typeof openTestGateway>>;
export type TestPartner = Awaited<ReturnType<TestGateway['partner']>>;

/** Of every gateway that names no other one. */
export const SECRET_KEY = '5e'.repeat(32);

/** A whole gateway on a database of its own behind `app.fetch`, with every line that it logged. */
export async function openTestGateway(
  environment: NodeJS.ProcessEnv = {},
  clock: Clock = () => new Date(),
  load: Load = NO_LOAD,
  telemetry: Telemetry = NO_TELEMETRY,
) {
  const database = environment['DATABASE_URL'] === undefined ? await freshDatabase() : null;
  // Made by the gateway if it needs it.
  const folder = join(tmpdir(), `fundgate-test-${randomUUID()}`);
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database?.url,
    DATABASE_POOL: '4',
    STORAGE_URL: 'memory:',
    RATE_LIMIT: 'off',
    SECRET_KEY,
    PUBLIC_URL: 'http://gateway.test',
    DATA_DIR: folder,
    ...environment,
  });
  const logged: string[] = [];
  const gateway = await openGateway(config, clock, { telemetry });
  const log = observedLog(createLogger('trace', { write: (line) => void logged.push(line) }), telemetry);
  const app = createApp(gateway, config, log, load);

  const authenticate = createAuthenticator(gateway, gateway.clock, gateway.keyUses);

  async function fetch(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Answer> {
    const raw = rawBody(body);
    // Node requires `duplex` with a stream; the types of the web do not know it.
    const init = {
      method,
      headers: {
        ...(body !== undefined && raw === undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: raw ?? (body === undefined ? null : JSON.stringify(body)),
      duplex: 'half',
    };
    const request = new Request(new URL(path, 'http://gateway.test'), init);
    const response = await app.fetch(request);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  }

  async function partner(settings: Readonly<Record<string, unknown>> = {}) {
    const call = { caller: commandLine, requestId: 'test', ids: {}, input: { name: 'Acme', ...settings } };
    const made = done(await execute(gateway, createPartner, call));
    return { partnerId: made.partner.partner_id, ...withKey(made.key.api_key) };
  }

  /** Another key of a partner, e.g. `{ scopes: ['read'] }` or, of no person, `{ role: 'operator' }`. */
  async function key(partnerId: string, settings: Readonly<Record<string, unknown>> = {}) {
    const call = { caller: commandLine, requestId: 'test', ids: { partner_id: partnerId }, input: settings };
    const isOfBefore = settings['role'] === 'operator' && settings['operator_id'] === undefined;
    const made = isOfBefore
      ? done(await execute(gateway, makeKeyOfBefore, call))
      : done(await execute(gateway, createApiKey, call));
    return { keyId: made.key_id, ...withKey(made.api_key) };
  }

  function withKey(apiKey: string) {
    const authorization = `Bearer ${apiKey}`;
    const rest = (
      method: string,
      path: string,
      body?: unknown,
      headers: Readonly<Record<string, string>> = {},
    ) => fetch(method, path, { body, headers: { authorization, ...headers } });
    const graphql = (
      query: string,
      variables: unknown = {},
      headers: Readonly<Record<string, string>> = {},
    ) => fetch('POST', '/graphql', { body: { query, variables }, headers: { authorization, ...headers } });

    /** Uploads by REST. Each file is its bytes, or its bytes and metadata that differs from the true one. */
    const upload = (customerId: string, type: string, files: readonly Uint8Array[] = [pdf()]) =>
      rest('POST', `/v1/kyc/documents/${customerId}`, uploadForm(type, files));

    /** A customer whose KYC is complete. */
    async function completeCustomer(
      country: KycCountryCode = 'HK',
      changes: Readonly<Record<string, unknown>> = {},
    ): Promise<string> {
      return makeCompleteCustomer(gateway, await authenticate(authorization), {
        country,
        customer: customerBody({ company_country: country, ...changes }),
        kyc: kycBody(),
        file: pdf(),
        description: describing(0, pdf()),
      });
    }
    return { apiKey, authorization, rest, graphql, upload, completeCustomer };
  }

  return {
    app,
    gateway,
    config,
    logged,
    fetch,
    partner,
    key,
    withKey,
    /** Gives positions to all events, which a running gateway does by itself. */
    relay: () => relayAll(gateway),
    async close() {
      await app.close();
      await gateway[Symbol.asyncDispose]();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A body that is sent unchanged; undefined if the body is sent as JSON. */
function rawBody(body: unknown): BodyInit | undefined {
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  if (body instanceof FormData || body instanceof ReadableStream || typeof body === 'string') return body;
  return undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function customerBody(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    external_customer_id: 'ext-1',
    contact_email: 'tai.man@harbour.example',
    contact_name: 'Chan Tai Man',
    contact_phone: '+85223456789',
    contact_country: 'HK',
    company_name: 'Harbour Trading Limited',
    company_country: 'HK',
    company_sector: 'wholesale',
    ...changes,
  };
}

export function kycBody(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    legal_name: 'Harbour Trading Limited',
    registered_address: {
      address_line_1: '1 Queen’s Road Central',
      address_line_2: null,
      address_line_3: null,
      postal_code: '',
      city: 'Hong Kong',
      country: 'Hong Kong',
    },
    operating_address: null,
    website: 'https://harbour.example',
    business_registration_number: '12345678',
    date_of_incorporation: '2015-04-01',
    directors_identity_number: [{ type: 'national_id', id: 'A123456(3)' }],
    shareholders_identity_number: [
      { company_legal_name: 'Harbour Trading Limited', type: 'passport', id: 'K00000001' },
    ],
    corporate_entities_number: 0,
    isic: 'G4690',
    is_sensitive_business: false,
    has_complex_structure: null,
    has_namecheck_hits: null,
    provider_company_screening_result: { score: 0.1 },
    provider_batch_screening_result: null,
    ...changes,
  };
}

export function settlementBody(
  customerId: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    customer_id: customerId,
    currency: 'HKD',
    amount: 1_000_000,
    account_chargeback_rate: 0.03,
    account_refund_rate: 0.0001,
    settlement_period: 14,
    transactions: {
      transaction_list: [{ transaction_id: 't-1', transaction_amount: 10 }],
      transaction_count: 1,
      total_amount: 10,
    },
    ...changes,
  };
}

/** The beginning of a PDF, and a text that makes files different. */
export function pdf(text = 'document'): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`));
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const describing = (position: number, bytes: Uint8Array) => ({
  filename: `scan ${position}`,
  mime_type: 'application/pdf',
  hash: sha256(bytes),
});

/** An upload of PDF files with correct metadata, `metadata` first. */
export function uploadForm(type: string, files: readonly Uint8Array[]): FormData {
  const form = new FormData();
  const names = files.map((_, position) => (position === 0 ? 'file' : `file${position}`));
  const described = files.map((bytes, position) => [names[position], describing(position, bytes)]);
  form.set('metadata', JSON.stringify({ type, files: Object.fromEntries(described) }));
  files.forEach((bytes, position) =>
    form.set(names[position] ?? 'file', new Blob([Uint8Array.from(bytes)]), 'scan.pdf'),
  );
  return form;
}
