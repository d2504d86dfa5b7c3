import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { runCommand } from './run-command.ts';
import { customerBody, kycBody, openTestGateway, pdf, settlementBody } from './gateway.ts';
import { freshDatabase, onPostgres } from './postgres/databases.ts';
import { tell } from './postgres/server.ts';

export const OLD = '0a'.repeat(32);
export const NEW = '0b'.repeat(32);
export const OTHER = '0c'.repeat(32);

/** A database and a storage that outlive the gateways and commands that work on them, each with secrets of its own. */
export async function openInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-secret-'));
  const files = join(folder, 'files');
  const file = join(folder, 'gateway.db');
  const database = onPostgres() ? await freshDatabase() : { url: `sqlite:${file}`, drop: async () => {} };
  const environment = (secrets: readonly string[]) => ({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    STORAGE_URL: `fs:${files}`,
    SECRET_KEY: secrets.join(','),
  });
  return {
    folder,
    files,
    environment,
    open: (...secrets: string[]) => openTestGateway(environment(secrets)),
    async cli(secrets: readonly string[], ...args: string[]) {
      const said = await runCommand(environment(secrets), ...args);
      return { ...said, json: said.out.startsWith('{') ? JSON.parse(said.out) : null };
    },
    /** Changes the database without the gateway. */
    async change(sql: string): Promise<void> {
      if (onPostgres()) return void (await tell(database.url, sql));
      using sqlite = opened(file);
      sqlite.database.exec(sql);
    },
    async [Symbol.asyncDispose]() {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function opened(file: string) {
  const database = new Database(file);
  return { database, [Symbol.dispose]: () => void database.close() };
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** One encrypted value, made with the given secrets. */
export async function begin(installation: Installation, ...secrets: string[]): Promise<void> {
  const fixture = await installation.open(...secrets);
  const { rest } = await fixture.partner();
  const { json } = await rest('POST', '/v1/customers', customerBody());
  await rest('PUT', `/v1/kyc/hk/${json.customer_id}`, kycBody());
  await fixture.close();
}

const KEYED = { 'idempotency-key': 'order-77' };

/**
 * Stores something in every encrypted column and in the storage, with the given secrets. Returns functions that check
 * whether all of it is readable.
 */
export async function populate(installation: Installation, ...secrets: string[]) {
  const known = kept.get(secrets.join());
  const isNew = !onPostgres() && readdirSync(installation.folder).length === 0;
  if (!isNew || known === undefined) {
    const made = await populateAnew(installation, secrets);
    if (isNew) keep(installation, secrets, made);
    return lookingAt(installation, made);
  }
  for (const { path, mode, bytes } of known.parts) {
    if (bytes === null) mkdirSync(join(installation.folder, path), { mode });
    else writeFileSync(join(installation.folder, path), bytes, { mode });
  }
  return lookingAt(installation, known.made);
}

/** A file, or a folder without bytes. */
interface Part {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Buffer | null;
}

/**
 * Populated folders, by their secrets: writing one again takes a tenth of the time. They are in memory, because the
 * processes of tests are ended without a word and would leave a folder.
 */
const kept = new Map<string, { readonly parts: readonly Part[]; readonly made: Populated }>();

function keep({ folder }: Installation, secrets: readonly string[], made: Populated): void {
  const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path): Part => {
    const found = statSync(join(folder, path));
    const bytes = found.isDirectory() ? null : readFileSync(join(folder, path));
    return { path, mode: found.mode & 0o777, bytes };
  });
  // A folder comes before what is in it.
  const inOrder = parts.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  kept.set(secrets.join(), { parts: inOrder, made });
}

type Populated = Awaited<ReturnType<typeof populateAnew>>;

async function populateAnew(installation: Installation, secrets: readonly string[]) {
  const fixture = await installation.open(...secrets);
  const { apiKey, rest, upload } = await fixture.partner();
  const { json: customer } = await rest('POST', '/v1/customers', customerBody());
  const id: string = customer.customer_id;
  const kyc = kycBody({ provider_batch_screening_result: { hits: ['Chan Tai Man'] } });
  await rest('PUT', `/v1/kyc/hk/${id}`, kyc);
  const { json: documents } = await rest('GET', `/v1/kyc/documents/${id}`);
  for (const type of Object.keys(documents)) await upload(id, type, [pdf(`${type} ${'x'.repeat(100_000)}`)]);
  const submit = settlementBody(id);
  const settlement = await rest('POST', '/v1/instant-settlements', submit, KEYED);
  await fixture.close();
  return { apiKey, id, kyc, documents, submit, settlement };
}

function lookingAt(
  installation: Installation,
  { apiKey, id, kyc, documents, submit, settlement }: Populated,
) {
  /** All encrypted values, as the API shows them. */
  async function look(...by: string[]) {
    const gateway = await installation.open(...by);
    const key = gateway.withKey(apiKey);
    const shown = await key.rest('GET', `/v1/kyc/hk/${id}`);
    const single = await key.rest('GET', `/v1/instant-settlements/${settlement.json.funding_id}`);
    const replay = await key.rest('POST', '/v1/instant-settlements', submit, KEYED);
    const other = await key.rest('POST', '/v1/instant-settlements', { ...submit, amount: 1 }, KEYED);
    const listed = await key.rest('GET', `/v1/kyc/documents/${id}`);
    const files: string[] = [];
    for (const type of Object.keys(listed.json)) {
      const { json } = await key.rest('GET', `/v1/kyc/documents/${id}/${listed.json[type][0].document_id}`);
      files.push((await gateway.fetch('GET', json.url.slice('http://gateway.test'.length))).text);
    }
    await gateway.close();
    return {
      directors: shown.json.directors_identity_number,
      screening: [shown.json.provider_company_screening_result, shown.json.provider_batch_screening_result],
      transactions: single.json.transactions,
      replay: [replay.text === settlement.text, replay.headers.get('idempotent-replayed')],
      other: other.json.error.code,
      files,
    };
  }

  const all = {
    directors: kyc['directors_identity_number'],
    screening: [kyc['provider_company_screening_result'], kyc['provider_batch_screening_result']],
    transactions: submit['transactions'],
    replay: [true, 'true'],
    other: 'idempotency_key_reused',
    files: Object.keys(documents).map((type) =>
      Buffer.from(pdf(`${type} ${'x'.repeat(100_000)}`)).toString(),
    ),
  };
  return { customerId: id, apiKey, look, all };
}
