import { Response as PlainResponse } from '@whatwg-node/fetch';
import { type AnswerTo, withAnswerHeaders } from '../http/answer-headers.ts';
import { WholeResponse } from '../http/wire/whole-response.ts';
import type { Reply } from './reply.ts';

/** A reply as the response to a request; the log gets the code of its error. */
export function toResponse(
  request: Request,
  { status, headers: own, body, code }: Reply,
  to: AnswerTo,
): Response {
  to.facts.code = code ?? null;
  const sent = request.method === 'HEAD' ? null : body;
  // A stream gets the headers that every answer has in `app.ts`, as every response does that is not whole.
  return sent === null || typeof sent === 'string'
    ? new WholeResponse({ status, headers: withAnswerHeaders(own, to), body: sent })
    : new PlainResponse(sent, { status, headers: { ...own } });
}
