import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { WholeResponse } from '../../http/whole-response.ts';
import { withAnswerHeaders } from '../../http/answer-headers.ts';
import type { RequestState, ServerContext, StateOf } from '../request-state.ts';
import { type Log, reply } from '../respond.ts';
import type { OperationResult } from './operation-result.ts';
import { type BodyReaders, readRequest } from './read-request.ts';

interface Options<Server extends ServerContext> extends BodyReaders<Server> {
  readonly resultOf: OperationResult<Server>;
  readonly stateOf: StateOf<Server>;
  readonly log: Log;
}

/**
 * Reads a request, runs its operation and writes the response, in the first hook in which yoga lets a plugin answer. After
 * that yoga would ask every plugin three times more, for the parameters, the result and its format, which takes as long
 * as the operation does.
 */
export function useAnswer<Server extends ServerContext>(options: Options<Server>): Plugin {
  return {
    async onRequestParse({ request, endResponse }) {
      endResponse(await answer(request, options.stateOf(request), options));
    },
  };
}

async function answer<Server extends ServerContext>(
  request: Request,
  state: RequestState<Server>,
  options: Options<Server>,
): Promise<Response> {
  const { mediaType, server } = state;
  if (mediaType === null)
    return new WholeResponse({ status: 406, headers: withAnswerHeaders({}, server), body: null });
  const result = await resultOf(request, state, options);
  const { body, status, headers } = reply(result, mediaType, server.requestId, options.log);
  return new WholeResponse({ body, status, headers: withAnswerHeaders(headers, server) });
}

async function resultOf<Server extends ServerContext>(
  request: Request,
  state: RequestState<Server>,
  options: Options<Server>,
): Promise<ExecutionResult> {
  try {
    return await options.resultOf(request, await readRequest(request, options, state), state.server);
  } catch (error) {
    return { errors: [asGraphqlError(error)] };
  }
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error('What was thrown is no error.');
  return new GraphQLError(originalError.message, { originalError });
}
