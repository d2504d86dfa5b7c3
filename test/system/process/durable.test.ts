// A process, since strace follows its calls to the system.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { customerBody, uploadForm } from '../../support/gateway.ts';
import { dataFolder, type GatewayProcess, startGateway } from '../../support/gateway-process.ts';
import { needs } from '../../support/needs.ts';

/** The calls that write to files and sockets, flush files or rename them; `-yy` names what each is on. */
const CALLS = 'trace=pwrite64,pwritev,fsync,fdatasync,rename,write,writev,sendto,sendmsg';

const NEEDS_STRACE = needs(
  spawnSync('strace', ['-f', '-e', 'trace=none', 'true']).status === 0,
  'This machine has no strace, or lets it follow no process; it is in the package strace of Debian.',
);

/** The system calls of a gateway and its threads while it answers `use`; each begins with the number of its thread. */
async function traced(use: (gateway: GatewayProcess) => Promise<void>): Promise<readonly string[]> {
  using folder = dataFolder();
  await using gateway = await startGateway(folder.path);
  const file = join(folder.path, 'trace');
  const args = ['-f', '-yy', '-s', '4096', '-e', CALLS, '-o', file, '-p', String(gateway.child.pid)];
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(tracer, 'close');
  // It says so when it is attached.
  await once(tracer.stderr, 'data');
  await use(gateway);
  tracer.kill('SIGINT');
  await exited;
  return readFileSync(file, 'utf8').split('\n');
}

/** Whether this is the end of a call that flushed the log, of a thread; strace may tell begin and end of a call apart. */
const isFlushed = (call: string, thread: string | undefined): boolean =>
  threadOf(call) === thread &&
  (/f(?:data)?sync\([^)]*gateway\.db-wal>\)\s+= 0/.test(call) ||
    /<\.\.\. f(?:data)?sync resumed>/.test(call));

/** Whether it writes to a connection: only what it is on says so, as the bytes of an encrypted file may be any letters. */
const isOnSocket = (call: string): boolean => /^\d+\s+\w+\(\d+<TCP/.test(call);

const threadOf = (call = '') => call.split(' ', 1)[0];

test(
  'a change is answered after it is on the disk, also in a group and when a thread writes it',
  NEEDS_STRACE,
  async () => {
    const rounds = Array.from({ length: 8 }, (_, round) =>
      Array.from({ length: 12 }, (__, at) => `durable-${round}-${at}.`),
    );
    const calls = await traced(async (gateway) => {
      const send = (id: string) => {
        const body = customerBody({ external_customer_id: id });
        return gateway.rest('POST', '/v1/customers', { body });
      };
      expect((await send('durable-first.')).status).toBe(200);
      for (const ids of rounds) {
        const answers = await Promise.all(ids.map(send));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
    });
    const isWal = (call: string) => call.includes('gateway.db-wal>');
    const threads = new Set<string>();
    for (const id of ['durable-first.', ...rounds.flat()]) {
      // The row has the id, and so has the answer.
      const written = calls.findIndex((call) => call.includes(id) && /pwrite64\(/.test(call) && isWal(call));
      const answered = calls.findIndex((call) => call.includes(id) && isOnSocket(call));
      const flushed = calls.findIndex(
        (call, at) => at > written && isFlushed(call, threadOf(calls[written])),
      );
      expect(written, `${id} written`).toBeGreaterThan(-1);
      expect(flushed, `${id} flushed`).toBeGreaterThan(written);
      expect(answered, `${id} answered`).toBeGreaterThan(flushed);
      threads.add(threadOf(calls[written]) === threadOf(calls[answered]) ? 'the same' : 'another');
    }
    expect([...threads].toSorted()).toEqual(['another', 'the same']);
  },
);

/** Where the call that begins at a place has ended. */
function endOf(calls: readonly string[], begin: number): number {
  const call = calls[begin] ?? '';
  if (!call.includes('<unfinished ...>')) return begin;
  return calls.findIndex(
    (other, at) => at > begin && threadOf(other) === threadOf(call) && other.includes(' resumed>'),
  );
}

test('an upload is answered after its files and their names are on the disk', NEEDS_STRACE, async () => {
  const files = [1, 600_000, 3_000_000].map((size) => Buffer.alloc(size, 'a'));
  const ids: string[] = [];
  const calls = await traced(async (gateway) => {
    const customer = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
    const body = uploadForm('nar1', files);
    const { json } = await gateway.rest('POST', `/v1/kyc/documents/${customer.json.customer_id}`, { body });
    for (const file of json.files) ids.push(file.document_id);
  });
  expect(ids).toHaveLength(files.length);
  for (const id of ids) {
    const beginOf = (what: RegExp, after = -1) =>
      calls.findIndex((call, at) => at > after && what.test(call));
    const lastWrite = calls.findLastIndex((call) => /write/.test(call) && call.includes(`${id}.part>`));
    const flushed = endOf(calls, beginOf(new RegExp(`fsync\\(\\d+<[^>]*${id}\\.part>`)));
    const renamed = beginOf(new RegExp(`rename\\(.*${id}`));
    const named = endOf(calls, beginOf(/fsync\(\d+<[^>]*\/files>/, endOf(calls, renamed)));
    const answered = calls.findIndex((call) => call.includes(id) && isOnSocket(call));
    const order = [lastWrite, flushed, renamed, named, answered];
    expect(lastWrite, id).toBeGreaterThan(-1);
    expect(order, id).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size, id).toBe(order.length);
  }
});
