import type { Plugin } from 'graphql-yoga';
import { acceptedMediaType } from './media-type.ts';

/** Refuses a client that accepts none of the media types, before anything runs. */
export function useMediaType(): Plugin {
  return {
    onRequestParse({ request, endResponse, fetchAPI }) {
      if (acceptedMediaType(request) === null) endResponse(new fetchAPI.Response(null, { status: 406 }));
    },
  };
}
