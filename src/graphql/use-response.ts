import type { Plugin } from 'graphql-yoga';
import type { Exchange } from './exchange.ts';
import { acceptedMediaType } from './media-type.ts';
import { type Log, reply } from './respond.ts';

/** Answers in JSON, in the form and with the status that the catalogue gives errors, in place of yoga's own ways. */
export function useResponse(log: Log): Plugin<object, Exchange> {
  return {
    onResultProcess({ request, serverContext, setResultProcessor }) {
      const mediaType = acceptedMediaType(request) ?? 'application/json';
      setResultProcessor((result, fetchAPI) => {
        if (Array.isArray(result) || Symbol.asyncIterator in result)
          throw new Error('A query has one result.');
        const { body, ...init } = reply(result, mediaType, serverContext.server.requestId, log);
        return new fetchAPI.Response(body, init);
      }, mediaType);
    },
  };
}
