import { z } from 'zod';

/** A JSON Schema. This module moves parts of schemas and does not interpret them. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface SchemaBook {
  /** A schema for the document. A schema with an id becomes a component and is referenced. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** All components so far, by id. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** Converts zod schemas for one document, so they share their components. */
export function createSchemaBook(): SchemaBook {
  const components: Record<string, JsonSchema> = {};
  return {
    components,
    schemaOf(schema, io) {
      const { $defs = {}, $schema: _dialect, ...json } = printed(schema, io);
      for (const [id, definition] of Object.entries($defs)) {
        const known = components[id];
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
          throw new Error(`Two different schemas have the id ${id}.`);
        }
        components[id] = definition;
      }
      return json;
    },
  };
}

const Printed = z.looseObject({ $defs: z.record(z.string(), z.record(z.string(), z.unknown())).optional() });

function printed(schema: z.ZodType, io: 'input' | 'output') {
  const json = z.toJSONSchema(schema, {
    io,
    // A custom check describes itself in its `meta`.
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      nameMembers(jsonSchema);
      if (io === 'input') requireWhatMustBeThere(zodSchema, jsonSchema);
      // Responses may get new members later, and clients must accept them.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
      dropCaselessPattern(zodSchema, jsonSchema);
    },
  });
  return Printed.parse(JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')));
}

/** Removes members from `required` that may be absent, because their schema prepares its input. */
function requireWhatMustBeThere(schema: z.core.$ZodTypes, json: z.core.JSONSchema.BaseSchema): void {
  if (!(schema instanceof z.ZodObject) || json.required === undefined) return;
  const { shape } = schema;
  const required = json.required.filter((name) => !z.safeParse(shape[name], undefined).success);
  if (required.length > 0) json.required = required;
  else delete json.required;
}

/** A record over an enum gets named properties, so generated clients know them. */
function nameMembers(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties } = schema;
  if (typeof propertyNames !== 'object' || propertyNames.enum === undefined) return;
  if (additionalProperties === undefined || typeof additionalProperties === 'boolean') return;
  const members = propertyNames.enum.map((name) => [String(name), additionalProperties]);
  delete schema.propertyNames;
  Object.assign(schema, { properties: Object.fromEntries(members), additionalProperties: false });
}

/** Drops patterns that ignore case. A JSON Schema pattern has no flags, so it would reject valid values. */
function dropCaselessPattern(schema: z.core.$ZodTypes, json: z.core.JSONSchema.BaseSchema): void {
  for (const check of schema._zod.def.checks ?? []) {
    const pattern = check instanceof z.core.$ZodCheckStringFormat ? check._zod.def.pattern : undefined;
    if (pattern?.ignoreCase && json.pattern === pattern.source) delete json.pattern;
  }
}
