import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time in which written bytes are sent. */
const LATER_MS = 50;

/** What happens to a request on its way; all others are passed on. */
export interface Fault {
  readonly method: string;
  /** How many requests of that method; those after pass. */
  times: number;
  /** The answer that is sent instead of passing the request on. */
  readonly refusal?: { readonly status: number; readonly code?: string; readonly location?: string };
  /**
   * When the connection breaks: while the request arrives, after the work but before the answer, or in the middle of
   * the answer.
   */
  readonly breaks?: 'coming' | 'unanswered' | 'half-way';
  /** Milliseconds before the request is passed on. */
  readonly waitsMs?: number;
  /** The request is passed on once this is fulfilled. */
  readonly waitsFor?: Promise<void>;
  /** The answer stops in the middle until the client closes the connection. */
  readonly fallsSilent?: true;
  /** One bit of the body is flipped. */
  readonly damages?: true;
  /** Of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An action while the nth request waits: before the server gets it, or after the server has answered. */
type Meanwhile = (when: 'before' | 'after', nth: number) => Promise<void>;

export type S3Front = Awaited<ReturnType<typeof openS3Front>>;

/**
 * A proxy before the S3 server of the tests. It adds what that server lacks: it checks each upload against its signed
 * hash, as S3 does, and supports a range of the first byte. It can also fail like a network.
 */
export async function openS3Front(serverPort: number) {
  let fault: Fault | null = null;
  let meanwhile: Meanwhile | null = null;
  /** The last request that was passed on. Its client may have given it up. */
  let last: Promise<unknown> = Promise.resolve();
  /** Each request that came, in order. */
  const seen: { readonly line: string; readonly headers: IncomingHttpHeaders }[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const nth = seen.push({ line: `${method} ${url}`, headers: request.headers });
    const does = fault !== null && fault.method === method && fault.times-- > 0 ? fault : null;
    if (does?.breaks === 'coming') {
      // Some of it has come by then.
      if (method === 'PUT') await once(request, 'readable');
      return void request.socket.destroy();
    }
    if (does?.waitsMs !== undefined) await sleep(does.waitsMs);
    await does?.waitsFor;
    const sent = await buffer(request);
    if (does?.damages) sent[0] = (sent[0] ?? 0) ^ 1;
    if (does?.refusal) return refuse(response, does.refusal);
    if (request.headers['x-amz-content-sha256'] !== createHash('sha256').update(sent).digest('hex'))
      return refuse(response, { status: 400, code: 'XAmzContentSHA256Mismatch' });
    await meanwhile?.('before', nth);
    // One at a time: the server writes into the file that it reads from, but S3 stores an object whole. So no removal
    // overtakes the upload before it either.
    const passing = last.then(() => passOn(request, sent));
    last = passing.catch(() => {});
    const { status, headers, body } = await passing;
    await meanwhile?.('after', nth);
    if (does?.breaks === 'unanswered') return void request.socket.destroy();
    response.writeHead(status, { ...headers, connection: 'keep-alive', ...does?.headers });
    const half = body.length / 2;
    response.write(body.subarray(0, half));
    if (does?.breaks === 'half-way') return void setTimeout(() => response.destroy(), LATER_MS);
    if (does?.fallsSilent) await once(response, 'close');
    return void response.end(body.subarray(half));
  }

  async function passOn(request: IncomingMessage, sent: Buffer) {
    const { method, url, headers } = request;
    const isFirstByte = headers.range === 'bytes=0-0';
    const passed = isFirstByte ? { ...headers, range: 'bytes=0-1' } : headers;
    const onward = httpRequest({ port: serverPort, host: '127.0.0.1', method, path: url, headers: passed });
    onward.end(sent);
    const [answer]: IncomingMessage[] = await once(onward, 'response');
    if (answer === undefined) throw new Error('There is no response.');
    const body = await buffer(answer);
    const { statusCode: status = 0, headers: told } = answer;
    if (!isFirstByte || status !== 206) return { status, headers: told, body };
    const range = told['content-range']?.replace(/-\d+/, '-0');
    const cut = { ...told, 'content-length': '1', 'content-range': range };
    return { status, headers: cut, body: body.subarray(0, 1) };
  }

  let underWay = 0;
  const server = createServer((request, response) => {
    underWay += 1;
    response.on('close', () => (underWay -= 1));
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  return {
    endpoint: `http://127.0.0.1:${port}`,
    seen,
    /** Requests whose connection waits for an answer. */
    underWay: () => underWay,
    /** Applies the fault until another is set; null for none. */
    fail(next: Fault | null): void {
      fault = next;
    },
    /**
     * Forgets earlier requests, so that the next one is the first. Delays each request by this time until another is
     * set.
     */
    delay(next: Meanwhile | null): void {
      seen.length = 0;
      meanwhile = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(response: ServerResponse, { status, code, location }: NonNullable<Fault['refusal']>): void {
  const body = code === undefined ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  response.writeHead(status, location === undefined ? {} : { location }).end(body);
}
