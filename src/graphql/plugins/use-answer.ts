import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestState, ServerContext, StateOf } from '../request-state.ts';
import type { Log } from '../respond.ts';
import { answerOf, notAcceptable } from './answer-of.ts';
import type { OperationResult, Results } from './operation-result.ts';
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
    async onRequestParse({ request, endResponse, fetchAPI }) {
      const state = options.stateOf(request);
      if (state.mediaType === null && !state.acceptsStream) return endResponse(notAcceptable(state));
      const results = await resultsOf(request, state, options);
      endResponse(answerOf(results, { request, state, log: options.log, fetchAPI }));
    },
  };
}

async function resultsOf<Server extends ServerContext>(
  request: Request,
  state: RequestState<Server>,
  options: Options<Server>,
): Promise<Results> {
  try {
    return await options.resultOf(request, await readRequest(request, options, state), state);
  } catch (error) {
    return { errors: [asGraphqlError(error)] };
  }
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error('What was thrown is no error.');
  return new GraphQLError(originalError.message, { originalError });
}
