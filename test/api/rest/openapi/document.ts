import { z } from 'zod';
import { openApiDocument } from '../../../../src/api/rest/openapi/document.ts';
import { openApiRoute } from '../../../../src/api/rest/openapi/openapi.ts';
import { routes } from '../../../../src/features.ts';

/** Every row that the gateway serves. */
export const allRoutes = [...routes, openApiRoute(routes, { sandbox: false })];

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
  JSON.parse(JSON.stringify(await openApiDocument(allRoutes, 'https://gateway.test', { sandbox: false }))),
);

export const operationNamed = (method: string, template: string) =>
  document.paths[template]?.[method.toLowerCase()];

/** A document whose answers have only the members that they name, to find members that no one described. */
export function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    // An example is no schema, and what narrows another schema names only what is narrower.
    name === 'example' || name === 'allOf' ? member : closed(member),
  ]);
  const isBounded = 'type' in value && value.type === 'object' && namesMembers(value);
  return { ...Object.fromEntries(members), ...(isBounded && { additionalProperties: false }) };
}

const namesMembers = (schema: object): boolean =>
  'properties' in schema &&
  !('additionalProperties' in schema) &&
  Object.keys(Object(schema.properties)).length > 0;
