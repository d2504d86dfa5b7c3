import type { ExecutionResult } from 'graphql';
import type { FetchAPI } from 'graphql-yoga';
import { withResponseHeaders } from '../../../engine/http/response-headers.ts';
import { WholeResponse } from '../../../engine/http/wire/whole-response.ts';
import type { PendingApproval } from '../../../pipeline/matter.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { RequestState, ServerContext } from './request-state.ts';
import { type Log, type Reply, reply, replyRefusal, resultText } from './respond.ts';
import { eventStream, oneResult, streamHeaders, type StreamResult } from '../stream/event-stream.ts';
import type { StreamPlace } from '../stream/streams.ts';
import { isStream, type Results } from './run-request.ts';

interface ResponseOptions {
  readonly request: Request;
  readonly state: RequestState;
  readonly log: Log;
  readonly fetchAPI: FetchAPI;
}

/**
 * Writes results with the errors and the status of the catalogue: as JSON, or as a stream for a subscription or for a
 * client that accepts only streams.
 */
export function responseOf(results: Results, options: ResponseOptions): Response {
  return isStream(results) ? streamOf(results, options) : oneResponse(results, options);
}

const NO_JSON = refusal(
  'not_acceptable',
  'A response is JSON, or a stream of events; see the header Accept.',
);
const NO_STREAM = refusal('not_acceptable', 'The response to a subscription is always text/event-stream.');

/** The response to a client that accepts none of the media types. It is JSON anyway, because it tells the reason. */
export function notAcceptable(state: RequestState, log: Log): Response {
  const { server, isSubscription } = state;
  const refused = isSubscription ? NO_STREAM : NO_JSON;
  server.facts.code = refused.code;
  return whole(replyRefusal(refused, 'application/json', server.requestId, log), state);
}

function oneResponse(result: ExecutionResult, { state, log, fetchAPI }: ResponseOptions): Response {
  const { server, mediaType, isSubscription } = state;
  const isJson = !('data' in result) || mediaType !== null;
  const form =
    mediaType === null || isSubscription
      ? ({ mediaType: mediaType ?? 'application/json', isForgiving: false } as const)
      : { mediaType };
  const written = reply(withPending(result, server), form, server.requestId, log);
  server.facts.code = written.code;
  return isJson
    ? whole(written, state)
    : new fetchAPI.Response(oneResult(written.body), { headers: streamHeaders() });
}

/** The result, with what waits for a second person among its extensions. */
function withPending(result: ExecutionResult, { commands }: ServerContext): ExecutionResult {
  const [first, ...more] = (commands?.pending ?? []).map(shownPending);
  if (first === undefined) return result;
  const all = more.length === 0 ? {} : { pendingApprovals: [first, ...more] };
  return { ...result, extensions: { ...result.extensions, pendingApproval: first, ...all } };
}

const shownPending = ({ approval_id, operation, maker, expires_at }: PendingApproval) => ({
  id: approval_id,
  operation: operation.toUpperCase(),
  maker,
  expiresAt: expires_at,
});

function whole({ body, status, headers }: Reply, { server }: RequestState): Response {
  const all = { ...headers, ...replayHeaders(server) };
  return new WholeResponse({ body, status, headers: withResponseHeaders(all, server) });
}

/** Like REST, if every successful command is a replay, because then the request has changed nothing. */
function replayHeaders({ commands }: ServerContext): Record<string, string> {
  const isReplay = commands !== undefined && commands.succeeded > 0;
  return isReplay && commands.replayed === commands.succeeded ? { 'Idempotent-Replayed': 'true' } : {};
}

function streamOf(
  results: AsyncIterable<ExecutionResult>,
  { request, state, log, fetchAPI }: ResponseOptions,
): Response {
  const { place, acceptsStream, server } = state;
  if (place === null) throw new Error('A stream has a place.');
  if (!acceptsStream) {
    place.end();
    return notAcceptable(state, log);
  }
  request.signal.addEventListener('abort', () => place.end(), { once: true });
  const shown = resultsOf(results, place, (each) => resultText(each, server.requestId, log));
  const onFailure = (error: unknown) => log(error, server.requestId);
  const body = eventStream(shown, { place, onFailure });
  // A Node stream, because it does not keep bytes that it has sent. The types know only web streams.
  return Reflect.construct(fetchAPI.Response, [body, { headers: streamHeaders() }]);
}

async function* resultsOf(
  results: AsyncIterable<ExecutionResult>,
  place: StreamPlace,
  textOf: (result: ExecutionResult) => string,
): AsyncGenerator<StreamResult> {
  for await (const result of results) yield { json: textOf(result), id: place.eventId };
}
