import type { Plugin } from 'graphql-yoga';
import type { StateOf } from '../request-state.ts';
import { type Log, reply } from '../respond.ts';

/** Writes the response as JSON, with the errors and the status of the catalogue, in place of yoga's own formats. */
export function useResponse(log: Log, stateOf: StateOf): Plugin {
  return {
    onResultProcess({ request, setResultProcessor }) {
      const { server, mediaType: accepted } = stateOf(request);
      const mediaType = accepted ?? 'application/json';
      setResultProcessor((result, fetchAPI) => {
        if (Array.isArray(result) || Symbol.asyncIterator in result)
          throw new Error('A query has one result.');
        const { body, ...init } = reply(result, mediaType, server.requestId, log);
        return new fetchAPI.Response(body, init);
      }, mediaType);
    },
  };
}
