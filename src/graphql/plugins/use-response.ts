import type { Plugin } from 'graphql-yoga';
import { withAnswerHeaders } from '../../http/answer-headers.ts';
import { WholeResponse } from '../../http/whole-response.ts';
import type { StateOf } from '../request-state.ts';
import { type Log, reply } from '../respond.ts';

/** Writes what yoga itself refuses as JSON, with the errors and the status of the catalogue. */
export function useResponse(log: Log, stateOf: StateOf): Plugin {
  return {
    onResultProcess({ request, setResultProcessor }) {
      const { server, mediaType: accepted } = stateOf(request);
      const mediaType = accepted ?? 'application/json';
      setResultProcessor((result) => {
        if (Array.isArray(result) || Symbol.asyncIterator in result)
          throw new Error('A query has one result.');
        const { body, status, headers } = reply(result, mediaType, server.requestId, log);
        return new WholeResponse({ body, status, headers: withAnswerHeaders(headers, server) });
      }, mediaType);
    },
  };
}
