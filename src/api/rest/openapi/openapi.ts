import { z } from 'zod';
import { once } from '../../../engine/async/once.ts';
import { rawQuery } from '../../../engine/http/read-query.ts';
import { NO_QUERY } from '../../../pipeline/rest-kit/query-of-command.ts';
import { type Reply, replyJson } from '../../../pipeline/rest-kit/reply.ts';
import type { Route } from '../../../pipeline/rest-kit/route.ts';
import { readInput } from '../../../pipeline/input/read-input.ts';
import { type GatewayKind, openApiDocument } from './document.ts';

const Part = z.record(z.string(), z.unknown());

const OpenApiDocument = z
  .strictObject({
    openapi: z.string(),
    info: Part,
    servers: z.array(Part),
    security: z.array(Part),
    tags: z.array(Part),
    paths: Part,
    components: Part,
  })
  .meta({ id: 'OpenApiDocument' });

const EXAMPLE = {
  path: '/v1/openapi.json',
  answer: {
    openapi: '3.1.1',
    info: { title: 'Fundgate', version: '1' },
    servers: [{ url: 'https://funding.example.com' }],
    security: [{ apiKey: [] }],
    tags: [{ name: 'Meta', description: 'The interface itself.' }],
    paths: { '/v1/openapi.json': { get: { operationId: 'getOpenApi', summary: 'This description' } } },
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  },
};

/** `GET /v1/openapi.json`: the description of all rows, also of itself. It is made at the first request. */
export function openApiRoute(routes: readonly Route[], kind: GatewayKind): Route {
  let make: (() => Promise<Reply>) | null = null;
  const route: Route = {
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'This description',
    tag: 'Meta',
    access: 'anyone',
    describe: {
      operationId: 'getOpenApi',
      response: OpenApiDocument,
      example: EXAMPLE,
      errors: ['parameter_unknown'],
    },
    async handle({ gateway, pathAndQuery }) {
      readInput(NO_QUERY, rawQuery(pathAndQuery));
      make ??= once(async () =>
        replyJson(await openApiDocument([...routes, route], gateway.publicUrl, kind)),
      );
      return make();
    },
  };
  return route;
}
