import { replyJson } from '../edge/reply.ts';
import type { Route } from '../edge/route.ts';

/** `GET /v1/openapi.json`: the description of the rows, made from them. */
export function openApiRoute(routes: readonly Route[]): Route {
  return {
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'This description',
    tag: 'Meta',
    access: 'anyone',
    describe: { operationId: 'getOpenApi', answer: 'bytes', errors: [] },
    answer: async ({ gateway }) => replyJson({ routes: routes.length, server: gateway.publicUrl }),
  };
}
