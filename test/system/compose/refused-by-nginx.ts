import { once } from 'node:events';
import type { Socket } from 'node:net';
import { readAnswer } from '../../support/requests/raw-request.ts';

const GET = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';
const POST = 'POST /v1/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const LONG = 'x'.repeat(40_000);

const BROKEN = [400, 'body_invalid', 'The request is not well-formed HTTP, or was broken off.'] as const;
const TOO_LARGE = [413, 'request_too_large', 'The header of the request is larger than 16 KiB.'] as const;

/** What nginx answers itself, because it passes none of it on; status, code and message are those of a gateway. */
export const REFUSED_BY_NGINX = [
  ['no HTTP', 'hello\r\n\r\n', BROKEN],
  ['a version of HTTP that is none', GET.replace('/1.1', '/3.7') + '\r\n', BROKEN],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', BROKEN],
  ['a header that is no header', `${GET}a b: c\r\n\r\n`, BROKEN],
  ['a length that is no number', `${POST}Content-Length: x\r\n\r\n`, BROKEN],
  ['an encoding of the body that is unknown', `${POST}Transfer-Encoding: gzip\r\n\r\n`, BROKEN],
  ['a chunk that is none', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\nno chunk\r\n`, BROKEN],
  ['a path that is too long', `GET /${LONG} HTTP/1.1\r\nHost: x\r\n\r\n`, TOO_LARGE],
  ['a header that is too long', `${GET}A: ${LONG}\r\n\r\n`, TOO_LARGE],
  [
    'TRACE',
    'TRACE /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    [405, 'method_not_allowed', 'The path does not have this method.'],
  ],
] as const;

/** Status, code and message of the answer to these bytes, and whether it is one error with the headers of every answer. */
export async function answerOn(socket: Socket, sent: string) {
  let raw = '';
  socket.on('data', (bytes) => (raw += bytes.toString('latin1'))).on('error', () => {});
  socket.write(sent);
  await once(socket, 'close');
  const { status, headers, text } = readAnswer(raw);
  const { error } = JSON.parse(text);
  const isWhole =
    headers.get('content-type') === 'application/json' &&
    headers.get('request-id') === error.request_id &&
    new URL(error.doc_url).pathname + new URL(error.doc_url).hash === `/docs/errors#${error.code}` &&
    headers.get('cache-control') === 'no-store' &&
    headers.get('x-content-type-options') === 'nosniff';
  return { told: [status, error.code, error.message], isWhole, headers };
}
