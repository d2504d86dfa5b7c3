import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The possible faults of a request on its way to the gateway. */
export type Fate =
  | 'passed on'
  /** The connection ends before the gateway has the request. */
  | 'lost'
  /** The gateway does it, and the connection ends before the answer is there. */
  | 'answer lost'
  /** The gateway does it, and the connection ends in the middle of the answer. */
  | 'answer cut'
  | 'silent'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string };

interface Seen {
  readonly line: string;
  readonly key: string | null;
}

export type Front = Awaited<ReturnType<typeof openFront>>;

/** A proxy before a gateway. It disturbs the requests that the test names, and passes the others on. */
export async function openFront(target: string) {
  const fates: Fate[] = [];
  const seen: Seen[] = [];
  const passing: Promise<void>[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const key = request.headers['idempotency-key'];
    seen.push({
      line: `${request.method} ${request.url}`,
      key: typeof key === 'string' ? key : null,
    });
    const fate = fates.shift() ?? 'passed on';
    if (typeof fate === 'object') return void response.writeHead(fate.status, fate.headers).end(fate.body);
    if (fate === 'silent') return;
    if (fate === 'lost') return void request.socket.destroy();
    passing.push(passOn({ request, response, body, target, fate }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    /** The requests from now on, in their order. */
    plan(...next: readonly Fate[]) {
      fates.push(...next);
      seen.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      // A caller that gave up may have left one; the gateway behind is closed next.
      await Promise.all(passing);
    },
  };
}

interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly target: string;
  readonly fate: Fate;
}

async function passOn({ request, response, body, target, fate }: Passing): Promise<void> {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const answer = await fetch(target + request.url, {
    method: request.method ?? 'GET',
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: body.length === 0 ? null : body,
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (fate === 'answer lost') return void request.socket.destroy();
  response.writeHead(answer.status, [...answer.headers].flat());
  if (fate === 'passed on') return void response.end(bytes);
  response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
