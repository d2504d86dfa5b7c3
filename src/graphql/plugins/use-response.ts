import type { Plugin } from 'graphql-yoga';
import type { ExchangeOf } from '../request-state.ts';
import { type Log, reply } from '../respond.ts';

/** Answers in JSON, in the form and with the status that the catalogue gives errors, in place of yoga's own ways. */
export function useResponse(log: Log, exchangeOf: ExchangeOf): Plugin {
  return {
    onResultProcess({ request, setResultProcessor }) {
      const { server, mediaType: accepted } = exchangeOf(request);
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
