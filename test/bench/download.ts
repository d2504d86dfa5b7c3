import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import SqliteFile from 'better-sqlite3';
import { customerBody, uploadForm } from '../support/gateway.ts';
import { dataFolder, type GatewayProcess, startGateway } from '../support/gateway-process.ts';

/**
 * What encryption costs a download: `node test/bench/download.ts`, optionally with `--megabytes 100` and `--rounds 15`.
 * One gateway on SQLite has a file twice. The second one is made plain, as files were stored before version 1.1: its
 * bytes are in the storage as they were sent, its row has no key, and the gateway sends them the same way, without
 * decrypting. Both are downloaded in turns over HTTP; printed are medians of the time until the last byte, and of the
 * processor time of the gateway, with all its threads.
 */
const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '100' }, rounds: { type: 'string', default: '15' } },
});
const BYTES = Number(values.megabytes) * 1_000_000;
const ROUNDS = Number(values.rounds);
/** Downloads of each kind before the first one that counts. */
const WARM_UP = 3;

interface Kept {
  readonly what: string;
  readonly path: string;
}

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

async function upload(
  gateway: GatewayProcess,
  what: string,
  bytes: Uint8Array,
): Promise<Kept & { id: string }> {
  const customer = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  const folder = `/v1/kyc/documents/${customer.json.customer_id}`;
  const { status, text, json } = await gateway.rest('POST', folder, { body: uploadForm('nar1', [bytes]) });
  if (status !== 200) throw new Error(`The upload was answered ${status}: ${text}`);
  const id: string = json.files[0].document_id;
  return { what, id, path: `${folder}/${id}` };
}

/** Stores a document as before version 1.1. */
function makePlain(folder: string, id: string, bytes: Uint8Array): void {
  writeFileSync(join(folder, 'files', id), bytes);
  const database = readdirSync(folder).find((name) => name.endsWith('.db'));
  if (database === undefined) throw new Error('The gateway has no database there.');
  const file = new SqliteFile(join(folder, database));
  const { changes } = file.prepare('update document set encrypted_with = null where id = ?').run(id);
  file.close();
  if (changes !== 1) throw new Error('There is no such document.');
}

/** Processor time of a process, with all its threads. */
function cpuMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => {
    const [ns] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(ns) / 1e6;
  }, 0);
}

async function download(gateway: GatewayProcess, { path }: Kept): Promise<Cost> {
  const { json } = await gateway.rest('GET', path);
  const { pathname, search } = new URL(json.url);
  const pid = gateway.child.pid ?? 0;
  const [began, cpuMs] = [performance.now(), cpuMsOf(pid)];
  const [response] = await once(get(`${gateway.url}${pathname}${search}`), 'response');
  let bytes = 0;
  response.on('data', (chunk: Uint8Array) => (bytes += chunk.length));
  await once(response, 'end');
  if (response.statusCode !== 200 || bytes !== BYTES)
    throw new Error(`The download was answered ${response.statusCode}, with ${bytes} bytes.`);
  return { ms: performance.now() - began, cpuMs: cpuMsOf(pid) - cpuMs };
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;

const medians = (all: readonly Cost[]): Cost => ({
  ms: median(all.map(({ ms }) => ms)),
  cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
});

using folder = dataFolder();
await using gateway = await startGateway(folder.path);
const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(BYTES - 15), Buffer.from('%%EOF\n')]);
const encrypted = await upload(gateway, 'encrypted', bytes);
const plain = await upload(gateway, 'plain', bytes);
makePlain(folder.path, plain.id, bytes);

const costs = { encrypted: new Array<Cost>(), plain: new Array<Cost>() };
for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  const found = { encrypted: await download(gateway, encrypted), plain: await download(gateway, plain) };
  if (round < 0) continue;
  costs.encrypted.push(found.encrypted);
  costs.plain.push(found.plain);
}
const [a, b] = [medians(costs.encrypted), medians(costs.plain)];
for (const [what, { ms, cpuMs }] of [
  ['encrypted', a],
  ['plain', b],
] as const)
  console.log(`${what}: ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of processor time`);
console.log(
  `encrypted, compared with plain: ${(a.ms / b.ms).toFixed(2)}, and ${(a.cpuMs / b.cpuMs).toFixed(2)}`,
);
