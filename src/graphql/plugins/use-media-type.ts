import type { Plugin } from 'graphql-yoga';
import type { ExchangeOf } from '../request-state.ts';

/** Refuses a client that takes no answer there is, before anything is executed for it. */
export function useMediaType(exchangeOf: ExchangeOf): Plugin {
  return {
    onRequestParse({ request, endResponse, fetchAPI }) {
      if (exchangeOf(request).mediaType === null) endResponse(new fetchAPI.Response(null, { status: 406 }));
    },
  };
}
