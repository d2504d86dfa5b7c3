import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { FIRST_KEY, type RestClient } from '../support/gateway-process.ts';
import { customerBody } from '../support/gateway.ts';

const CONNECTIONS = 32;
const REFUSED_PAUSE_MS = 3_000;
/** Longer than the gateway gathers lines of its log, so that all of them count. */
const GATHERED_MS = 12;
const SETTLE_MS = 2;
const NS_PER_MS = 1_000_000;
const OK = 'HTTP/1.1 2';
const HEAD_END = '\r\n\r\n';
/** How the body of a refused GraphQL operation begins; its status is 200. */
const REFUSED = '{"errors":';
/** The code of a gateway that has too much to do. */
const BUSY = 'service_unavailable';

/** Nanoseconds of work; of a thread that works now, the last few may be missing. */
export interface Worked {
  readonly main: number;
  readonly all: number;
}

/** What a request took, in nanoseconds. */
export interface Cost extends Worked {
  /** By the clock, if requests follow each other without a pause: what decides how many a gateway answers. */
  readonly clock: number;
}

/** A process that is asked for a customer, and what it was asked by. */
export interface Asked {
  readonly child: ChildProcess;
  /** The bytes of a request, or what makes those of the next one. */
  readonly request: Buffer | (() => Buffer);
  readonly sockets: readonly Socket[];
}

/** Makes a customer, and connections to ask for it. */
export async function openAsked(child: ChildProcess, gateway: RestClient): Promise<Asked> {
  const { json } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  const request = bytesOf(`GET /v1/customers/${json.customer_id}`);
  return { child, request, sockets: await openSockets(gateway.url) };
}

interface Sender {
  readonly key?: string;
  /** More lines of the head. */
  readonly headers?: readonly string[];
}

/** A request as it stands on the wire; with the first key, if no other one is given. */
export function bytesOf(
  line: string,
  body?: unknown,
  { key = FIRST_KEY, headers = [] }: Sender = {},
): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const typed =
    text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  const more = headers.map((each) => `${each}\r\n`).join('');
  const head = `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${more}${typed}`;
  return Buffer.from(`${head}\r\n${text}`);
}

export async function openSockets(url: string): Promise<readonly Socket[]> {
  const { port } = new URL(url);
  return Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
      await once(socket, 'connect');
      return socket;
    }),
  );
}

export function worked({ child }: { readonly child: Pick<ChildProcess, 'pid'> }): Worked {
  const tasks = `/proc/${child.pid}/task`;
  const ofThread = (thread: string | number | undefined) =>
    Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  const all = readdirSync(tasks).reduce((sum, thread) => sum + ofThread(thread), 0);
  return { main: ofThread(child.pid), all };
}

/** What a process has worked, once its main thread has come to rest. */
async function workedToRest(asked: Asked, before = -1): Promise<Worked> {
  const now = worked(asked);
  if (now.main === before) return now;
  await setTimeout(SETTLE_MS);
  return workedToRest(asked, now.main);
}

/** Sends requests, one after the other on each connection; the last response that refuses one, or null. */
async function ask({ sockets, request }: Asked, requests: number): Promise<string | null> {
  let [left, waiting] = [requests, requests];
  let refused: string | null = null;
  const answered = Promise.withResolvers<void>();
  const send = (socket: Socket) => {
    if (left-- > 0) socket.write(typeof request === 'function' ? request() : request);
  };
  for (const socket of sockets) {
    let missing = 0;
    socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      if (missing === 0) {
        missing = lengthOf(chunk);
        const fine = chunk.toString('latin1', 0, OK.length) === OK && !chunk.includes(REFUSED);
        if (!fine) refused = chunk.toString('utf8');
      }
      missing -= chunk.length;
      if (missing > 0) return;
      waiting -= 1;
      if (waiting === 0) answered.resolve();
      send(socket);
    });
    send(socket);
  }
  await answered.promise;
  return refused;
}

/** The bytes of a response with its head, whose first segment is given. */
function lengthOf(chunk: Buffer): number {
  const head = chunk.toString('latin1', 0, chunk.indexOf(HEAD_END) + HEAD_END.length);
  return head.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

/** What one of many requests took; again if the machine was so busy that the gateway refused some. */
export async function costOf(asked: Asked, requests: number): Promise<Cost> {
  const before = await workedToRest(asked);
  const began = performance.now();
  const refused = await ask(asked, requests);
  if (refused === null) {
    const clock = ((performance.now() - began) * NS_PER_MS) / requests;
    await setTimeout(GATHERED_MS);
    const after = await workedToRest(asked);
    return { main: (after.main - before.main) / requests, all: (after.all - before.all) / requests, clock };
  }
  if (!refused.includes(BUSY)) throw new Error(refused);
  await setTimeout(REFUSED_PAUSE_MS);
  return costOf(asked, requests);
}

export function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const keyed = items.map((item) => ({ item, at: Math.random() }));
  return keyed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}
