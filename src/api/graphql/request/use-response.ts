import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ServerContext, StateOf } from './request-state.ts';
import type { Log } from './respond.ts';
import { notAcceptable, responseOf } from './response-of.ts';
import type { RunRequest } from './run-request.ts';
import { type BodyReaders, readRequest } from './read-request.ts';

interface Options<Server extends ServerContext> extends BodyReaders<Server> {
  readonly runRequest: RunRequest<Server>;
  readonly stateOf: StateOf<Server>;
  readonly log: Log;
}

/**
 * Reads a request, runs its operation and writes the response in `onRequest`, the first hook where a plugin can
 * respond. Otherwise yoga would call every plugin four more times (parser, params, result, result processor). That
 * takes as long as the operation itself.
 */
export function useResponse<Server extends ServerContext>(options: Options<Server>): Plugin {
  return {
    async onRequest({ request, endResponse, fetchAPI }) {
      const state = options.stateOf(request);
      if (state.mediaType === null && !state.acceptsStream)
        return endResponse(notAcceptable(state, options.log));
      const responding = { request, state, log: options.log, fetchAPI };
      try {
        const params = await readRequest(request, options, state);
        endResponse(responseOf(await options.runRequest(request, params, state), responding));
      } catch (error) {
        endResponse(responseOf({ errors: [asGraphqlError(error)] }, responding));
      }
    },
  };
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError =
    error instanceof Error ? error : new Error('Something other than an error was thrown.');
  return new GraphQLError(originalError.message, { originalError });
}
