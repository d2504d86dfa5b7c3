import { z } from 'zod';
import { openApiDocument } from '../../../src/rest/openapi/document.ts';
import { openApiRoute } from '../../../src/rest/openapi/openapi.ts';
import { routes } from '../../../src/rest/routes.ts';

/** Every row that the gateway serves. */
export const allRoutes = [...routes, openApiRoute(routes)];

const Response = z.looseObject({
  description: z.string(),
  headers: z.record(z.string(), z.object({ $ref: z.string() })).optional(),
  content: z.record(z.string(), z.looseObject({ schema: z.unknown().optional() })).optional(),
});

const Operation = z.looseObject({
  operationId: z.string(),
  deprecated: z.literal(true).optional(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.looseObject({ name: z.string().optional(), $ref: z.string().optional() })),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), Response),
});

const OpenApi = z.looseObject({
  openapi: z.string(),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({
    headers: z.record(z.string(), z.looseObject({ required: z.literal(true).optional() })),
    schemas: z.record(z.string(), z.unknown()),
  }),
});

/** The document as its tests read it. */
const readDocument = (json: unknown) => OpenApi.parse(json);

export const document = readDocument(
  JSON.parse(JSON.stringify(openApiDocument(allRoutes, 'https://gateway.test'))),
);

export const operationNamed = (method: string, template: string) =>
  document.paths[template]?.[method.toLowerCase()];
