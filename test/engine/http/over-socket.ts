import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { createServerAdapter } from '@whatwg-node/server';
import { MULTIPART } from '../../support/requests/multipart-body.ts';

/** A handler behind a real HTTP server, asked over real sockets. */
export class OverSocket {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(handler: (request: Request) => Promise<Response>): Promise<OverSocket> {
    const server = createServer(createServerAdapter(handler));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new OverSocket(server);
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
    return address.port;
  }

  async post(body: Buffer, contentType: string, lengthKnown = true): Promise<Response> {
    const sent = request({
      port: this.port,
      host: '127.0.0.1',
      method: 'POST',
      headers: {
        'Content-Type': contentType,
        ...(lengthKnown && { 'Content-Length': body.length }),
      },
    });
    const answered = once(sent, 'response');
    Readable.from(inChunks(body)).pipe(sent);
    const [answer] = await answered;
    return new Response(await buffer(answer), { status: answer.statusCode });
  }

  /** Sends the beginning of a longer body, and disconnects when there is an answer or it is `enough`. */
  async beginOnly(body: Buffer, declaredLength: number, enough?: Promise<void>): Promise<string> {
    const socket = connect(this.port, '127.0.0.1');
    socket.write(headOf(declaredLength, 'keep-alive'));
    socket.write(body);
    const answered = once(socket, 'data').then(([chunk]) => String(chunk));
    const answer = await Promise.race([answered, ...(enough === undefined ? [] : [enough])]);
    socket.destroy();
    return answer ?? '';
  }

  /** Reads the answer only after the last byte was sent. */
  async sendThenLook(body: Buffer): Promise<string> {
    const socket = connect(this.port, '127.0.0.1').pause();
    socket.write(headOf(body.length, 'close'));
    const sent = Promise.withResolvers<void>();
    socket.write(body, (error) => (error ? sent.reject(error) : sent.resolve()));
    socket.on('error', sent.reject);
    await sent.promise;
    return text(socket);
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

function headOf(length: number, connection: string): string {
  const lines = [
    `Host: x`,
    `Connection: ${connection}`,
    `Content-Length: ${length}`,
    `Content-Type: ${MULTIPART}`,
  ];
  return `POST /upload HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

function* inChunks(body: Buffer, size = 64 * 1024): Generator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}
