import type { Plugin } from 'graphql-yoga';
import type { StateOf } from '../request-state.ts';

/** Refuses a client that accepts none of the media types, before anything runs. */
export function useMediaType(stateOf: StateOf): Plugin {
  return {
    onRequestParse({ request, endResponse, fetchAPI }) {
      const { mediaType, acceptsStream } = stateOf(request);
      if (mediaType === null && !acceptsStream) endResponse(new fetchAPI.Response(null, { status: 406 }));
    },
  };
}
