import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/sql';
import { z } from 'zod';
import { digestOfApiKey } from '../../../src/api-key/api-key.rules.ts';
import { openBlobStore } from '../../../src/blob/store.ts';
import { noDocuments } from '../../../src/kyc/kyc.rules.ts';
import { checkpointAll } from '../../support/fixtures/audit-fixture.ts';
import {
  customerBody,
  kycBody,
  openTestGateway,
  pdf,
  settlementBody,
  type TestGateway,
} from '../../support/gateway.ts';
import { onPostgres } from '../../support/postgres/databases.ts';
import { emptyEngine } from '../../support/database/engines.ts';

type Row = Readonly<Record<string, unknown>>;

/** The rows and files that a gateway wrote, and how its API showed them. */
export interface Sample {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly files: string;
  readonly apiKey: string;
  readonly customerId: string;
  readonly shown: unknown;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Longer than one segment of an encrypted file. */
const FILE_TEXT = `nar1 ${'x'.repeat(70_000)}`;

/** Records of every kind, events under checkpoints, and events that wait. */
export async function openSample(): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-versions-'));
  const files = join(folder, 'files');
  await using database = await emptyEngine();
  const fixture = await openTestGateway({ DATABASE_URL: database.url, STORAGE_URL: `fs:${files}` });
  const { apiKey, rest, upload, partnerId, completeCustomer } = await fixture.partner();
  await fixture.key(partnerId, { role: 'operator', name: 'Underwriting' });
  const customerId = await completeCustomer();
  await rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody({ isic: 'G4690' }));
  await upload(customerId, 'nar1', [pdf(FILE_TEXT)]);
  const amounts = [100, 200];
  for (const amount of amounts) {
    const { json } = await rest('POST', '/v1/instant-settlements', settlementBody(customerId, { amount }));
    if (amount === amounts[0])
      await rest('PUT', `/v1/instant-settlements/${json.funding_id}/decision`, { type: 'accept' });
  }
  await checkpointAll(fixture);
  await rest('POST', '/v1/customers', customerBody({ external_customer_id: 'ext-2' }));
  const shown = await look(fixture, apiKey, customerId);
  await fixture.close();

  const orm = await database.engine.orm();
  const rows = new Map<string, readonly Row[]>();
  for (const table of (await tablesOf(orm)).keys()) rows.set(table, await run(orm, `select * from ${table}`));
  await orm.close();
  const dispose = async () => rmSync(folder, { recursive: true, force: true });
  return { rows, files, apiKey, customerId, shown, [Symbol.asyncDispose]: dispose };
}

/** All that a partner sees of it, with the contents of a file. */
export async function look({ withKey, fetch }: TestGateway, apiKey: string, customerId: string) {
  const get = async (path: string) => (await withKey(apiKey).rest('GET', path)).json;
  const documents = await get(`/v1/kyc/documents/${customerId}`);
  const { url } = await get(`/v1/kyc/documents/${customerId}/${documents.nar1[0].document_id}`);
  const settlements = await get('/v1/instant-settlements');
  const ids: readonly string[] = settlements.items.map((item: Row) => item['funding_id']);
  return {
    customers: await get('/v1/customers'),
    named: await get('/v1/customers?company_name=harbour'),
    kyc: await get(`/v1/kyc/hk/${customerId}`),
    documents,
    file: (await fetch('GET', String(url).slice('http://gateway.test'.length))).text,
    settlements,
    accepted: await get('/v1/instant-settlements?status=accepted&currency=HKD'),
    single: await Promise.all(ids.map((id) => get(`/v1/instant-settlements/${id}`))),
  };
}

/** A database and a storage as a gateway of a former version left them, which knew the migrations up to one. */
export async function openFormer(sample: Sample, version: string) {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-version-'));
  const files = join(folder, 'files');
  cpSync(sample.files, files, { recursive: true });
  const database = await emptyEngine();
  const orm = await database.engine.orm();
  await orm.migrator.up({ to: version });
  // A migration that counts has counted nothing. Rows come in an order that foreign keys allow, in one transaction.
  const statements = ['delete from tally'];
  if (version < '0027') statements.push(insertion('tally', Object.keys(EXTERNAL_TOTAL), EXTERNAL_TOTAL));
  for (const [table, columns] of await tablesOf(orm)) {
    for (const row of sample.rows.get(table) ?? []) {
      const former = asWrittenBy(version, table, row, sample.apiKey);
      if (former !== null) statements.push(insertion(table, columns, former));
    }
  }
  const connection = orm.em.getConnection();
  await connection.transactional(async (transaction) => {
    for (const statement of statements) await connection.execute(statement, [], 'run', transaction);
  });
  if (onPostgres()) await advanceSequences(orm);
  await orm.close();
  const storage = await openBlobStore(`fs:${files}`);
  // Since 0011 both have a common marker; before 0002 bytes stood in the storage as they were, under the document's id.
  if (version < '0011') await storage.unmark();
  if (version < '0002') await storePlain(storage, sample);
  await storage.close();
  return {
    environment: { DATABASE_URL: database.url, STORAGE_URL: `fs:${files}`, DATA_DIR: join(folder, 'data') },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A counter of a kind that is gone. */
const EXTERNAL_TOTAL = { name: 'all/customers/external/ext-1', shard: 0, total: 1 };

/** Counters that came later than the rows that they count: the migration that brings them counts. */
const COUNTED_FROM: readonly (readonly [string, RegExp])[] = [
  ['0003', /^all\/partners$|\/keys$/],
  ['0006', /\/offers\//],
  ['0009', /\/kyc\/warned$/],
];

/** A row as the gateways of a version wrote it, where they wrote it otherwise; null where they did not. */
function asWrittenBy(version: string, table: string, row: Row, apiKey: string): Row | null {
  if (table === 'tally')
    return COUNTED_FROM.some(([from, names]) => version < from && names.test(String(row['name'])))
      ? null
      : row;
  if (table === 'kyc_record') {
    const { supporting_documents } = row;
    const known = JSON.parse(String(supporting_documents));
    return { ...row, supporting_documents: JSON.stringify({ ...noDocuments('HK'), ...known }) };
  }
  if (table !== 'api_key') return row;
  return {
    ...row,
    ...(version < '0012' && row['role'] === 'operator' && { scopes: 'read,write' }),
    // The plain SHA-256; the operator's own key is not used in the test.
    ...(version < '0015' && { hash: row['role'] === 'operator' ? row['id'] : digestOfApiKey(apiKey) }),
  };
}

/** Only the columns that the table has in this version. */
function insertion(table: string, columns: readonly string[], row: Row): string {
  const there = columns.filter((column) => row[column] !== undefined);
  const values = there.map((column) => literal(row[column]));
  return `insert into ${table} (${there.join(', ')}) values (${values.join(', ')})`;
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}

/** The tables of a database with their columns; those that others refer to come first. */
async function tablesOf(orm: MikroORM): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await run(orm, onPostgres() ? COLUMNS_OF_POSTGRES : COLUMNS_OF_SQLITE);
  const columns = Map.groupBy(found, (row) => String(row['table_name']));
  const names = [...FIRST.filter((name) => columns.has(name)), ...columns.keys()];
  return new Map(
    names
      .filter((name) => name !== 'mikro_orm_migrations')
      .map((name) => [name, (columns.get(name) ?? []).map((row) => String(row['column_name']))]),
  );
}

const FIRST = ['partner', 'operator', 'kyc_record', 'customer', 'instant_settlement', 'document'];
const COLUMNS_OF_POSTGRES = `
  select table_name, column_name from information_schema.columns
  where table_schema = 'public' order by table_name, ordinal_position`;
const COLUMNS_OF_SQLITE = `
  select tables.name as table_name, columns.name as column_name
  from sqlite_master as tables, pragma_table_info(tables.name) as columns
  where tables.type = 'table' and tables.name not like 'sqlite_%' order by tables.name, columns.cid`;

/** Rows that were given their numbers leave the sequences of PostgreSQL behind. */
async function advanceSequences(orm: MikroORM): Promise<void> {
  for (const [table, column] of [
    ['feed', 'position'],
    ['unsealed_event', 'number'],
  ] as const) {
    if (!(await tablesOf(orm)).get(table)?.includes(column)) continue;
    const last = `(select coalesce(max(${column}), 0) + 1 from ${table})`;
    await run(orm, `select setval(pg_get_serial_sequence('${table}', '${column}'), ${last}, false)`);
  }
}

async function storePlain(storage: Awaited<ReturnType<typeof openBlobStore>>, { rows }: Sample) {
  for (const { id, type } of rows.get('document') ?? []) {
    for await (const { key } of storage.list(String(id))) await storage.remove(key);
    const bytes = pdf(type === 'nar1' ? FILE_TEXT : undefined);
    await storage.put(
      String(id),
      (async function* () {
        yield bytes;
      })(),
    );
  }
}

const Rows = z.array(z.record(z.string(), z.unknown()));

const run = async (orm: MikroORM, statement: string) =>
  Rows.parse(await orm.em.getConnection().execute(statement));
