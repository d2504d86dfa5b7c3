import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { customerBody, uploadForm } from '../support/gateway.ts';
import { dataFolder, type GatewayProcess, startGateway } from '../support/gateway-process.ts';

/**
 * What a download costs: `node test/bench/download.ts`, optionally with `--megabytes 100` and `--rounds 15`. A gateway
 * on SQLite sends an encrypted document, and a server of Node alone sends the same bytes from a plain file, in turns
 * over HTTP. Printed are medians of the time until the last byte, and of the processor time of each process, with all
 * its threads.
 */
const { values } = parseArgs({
  options: { megabytes: { type: 'string', default: '100' }, rounds: { type: 'string', default: '15' } },
});
const BYTES = Number(values.megabytes) * 1_000_000;
const ROUNDS = Number(values.rounds);
/** Downloads of each kind before the first one that counts. */
const WARM_UP = 3;

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

interface Server {
  readonly pid: number;
  /** A URL of the bytes, valid for one download. */
  readonly url: () => Promise<string>;
}

async function serverOf(gateway: GatewayProcess, bytes: Uint8Array): Promise<Server> {
  const customer = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  const folder = `/v1/kyc/documents/${customer.json.customer_id}`;
  const { status, text, json } = await gateway.rest('POST', folder, { body: uploadForm('nar1', [bytes]) });
  if (status !== 200) throw new Error(`The upload was answered ${status}: ${text}`);
  const path = `${folder}/${json.files[0].document_id}`;
  const url = async () => {
    const { pathname, search } = new URL((await gateway.rest('GET', path)).json.url);
    return `${gateway.url}${pathname}${search}`;
  };
  return { pid: gateway.child.pid ?? 0, url };
}

const PLAIN_SERVER = `
  const { createReadStream, statSync } = require('node:fs');
  const path = process.argv[1];
  const server = require('node:http').createServer((_, response) => {
    response.writeHead(200, { 'Content-Length': statSync(path).size });
    createReadStream(path).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

async function plainServer(path: string): Promise<{ child: ChildProcess; server: Server }> {
  const child = spawn(process.execPath, ['-e', PLAIN_SERVER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  return { child, server: { pid: child.pid ?? 0, url: async () => `http://127.0.0.1:${Number(port)}/` } };
}

/** Processor time of a process, with all its threads. */
function cpuMsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => {
    const [ns] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(ns) / 1e6;
  }, 0);
}

async function download({ pid, url }: Server): Promise<Cost> {
  const target = await url();
  const [began, cpuMs] = [performance.now(), cpuMsOf(pid)];
  const [response] = await once(get(target), 'response');
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
const encrypted = await serverOf(gateway, bytes);
const file = join(folder.path, 'plain');
writeFileSync(file, bytes);
const plain = await plainServer(file);

const costs = { encrypted: new Array<Cost>(), plain: new Array<Cost>() };
for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  const found = { encrypted: await download(encrypted), plain: await download(plain.server) };
  if (round < 0) continue;
  costs.encrypted.push(found.encrypted);
  costs.plain.push(found.plain);
}
plain.child.kill();
const [a, b] = [medians(costs.encrypted), medians(costs.plain)];
for (const [what, { ms, cpuMs }] of [
  ['gateway, encrypted', a],
  ['Node, plain', b],
] as const)
  console.log(`${what}: ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of processor time`);
console.log(`gateway to Node: ${(a.ms / b.ms).toFixed(2)}, and ${(a.cpuMs / b.cpuMs).toFixed(2)}`);
