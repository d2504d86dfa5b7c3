import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { withAnswerHeaders } from '../../http/answer-headers.ts';
import { WholeResponse } from '../../http/whole-response.ts';
import type { StateOf } from '../request-state.ts';
import { type Log, type Reply, reply, resultText } from '../respond.ts';
import { eventStream, oneResult, STREAM_HEADERS } from '../stream/event-stream.ts';

/** A heartbeat of the subscription `events`. */
const HEARTBEAT = JSON.stringify({ data: { events: null } });

/**
 * Writes the response, with the errors and the status of the catalogue, in place of yoga's own formats: JSON, or a
 * stream for a subscription and for a client that accepts nothing else.
 */
export function useResponse(log: Log, stateOf: StateOf): Plugin {
  return {
    onResultProcess({ request, setResultProcessor }) {
      const requestState = stateOf(request);
      const { server, mediaType, acceptsStream } = requestState;
      const whole = ({ body, status, headers }: Reply) =>
        new WholeResponse({ body, status, headers: withAnswerHeaders(headers, server) });
      setResultProcessor((result, fetchAPI) => {
        if (Array.isArray(result)) throw new Error('There is one operation.');
        if (!(Symbol.asyncIterator in result)) {
          const isRefused = !('data' in result) || mediaType !== null;
          const form =
            mediaType === null || requestState.isSubscription
              ? ({ mediaType: mediaType ?? 'application/json', isForgiving: false } as const)
              : { mediaType };
          const answer = reply(result, form, server.requestId, log);
          server.facts.code = answer.code;
          return isRefused
            ? whole(answer)
            : new fetchAPI.Response(oneResult(answer.body), { headers: STREAM_HEADERS });
        }
        const { place } = requestState;
        if (place === null) throw new Error('A stream has a place.');
        if (!acceptsStream) {
          place.end();
          return new fetchAPI.Response(null, { status: 406 });
        }
        request.signal.addEventListener('abort', () => place.end(), { once: true });
        const onFailure = (error: unknown) => log(error, server.requestId);
        const texts = textsOf(result, (each) => resultText(each, server.requestId, log));
        const body = eventStream(texts, { place, heartbeat: HEARTBEAT, onFailure });
        // A stream of Node, which keeps nothing of what it has sent; the types know only those of the web.
        return Reflect.construct(fetchAPI.Response, [body, { headers: STREAM_HEADERS }]);
      }, mediaType ?? 'application/json');
    },
  };
}

async function* textsOf(
  results: AsyncIterable<ExecutionResult>,
  textOf: (result: ExecutionResult) => string,
): AsyncGenerator<string> {
  for await (const result of results) yield textOf(result);
}
