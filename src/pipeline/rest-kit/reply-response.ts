import { Response as PlainResponse } from '@whatwg-node/fetch';
import { type ResponseTo, withResponseHeaders } from '../../engine/http/response-headers.ts';
import { BytesResponse, OwnBytes } from '../../engine/http/wire/bytes-response.ts';
import { WholeResponse } from '../../engine/http/wire/whole-response.ts';
import type { Reply } from './reply.ts';

/** The response for a reply to a request. The log gets the code of the reply's error. */
export function toResponse(
  request: Request,
  { status, headers: own, body, code }: Reply,
  to: ResponseTo,
): Response {
  to.facts.code = code ?? null;
  const sent = request.method === 'HEAD' ? null : body;
  // Only a whole response gets the common headers here; `app.ts` adds them to all others, such as streams.
  if (sent === null || typeof sent === 'string')
    return new WholeResponse({ status, headers: withResponseHeaders(own, to), body: sent });
  const init = { status, headers: { ...own } };
  return sent instanceof OwnBytes ? new BytesResponse(sent, init) : new PlainResponse(sent, init);
}
