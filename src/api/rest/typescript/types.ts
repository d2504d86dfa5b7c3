import type { JsonSchema } from '../openapi/schemas.ts';

const REF = '#/components/schemas/';

/** Component names that a module cannot use without hiding a global. */
const TYPE_NAMES: Readonly<Record<string, string>> = { Error: 'ErrorBody' };

export const typeNameOf = (component: string): string => TYPE_NAMES[component] ?? component;

/**
 * A schema as a TypeScript type. It knows the keywords that the schemas of the gateway use. Other keywords only
 * constrain values.
 */
export function typeOf(schema: unknown): string {
  if (!isSchema(schema)) throw new Error('A schema is an object.');
  const { $ref, const: value, enum: values, anyOf, type, items } = schema;
  if (typeof $ref === 'string') return typeNameOf($ref.slice(REF.length));
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(values)) return union(values.map((each) => JSON.stringify(each)));
  if (Array.isArray(anyOf)) return union(anyOf.map(typeOf));
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each })));
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${typeOf(items)})[]`;
    case 'object':
      return objectType(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`A schema has the unknown type ${String(type)}.`);
  }
}

/** The declaration of a named type, with its comment. */
export function declarationOf(name: string, schema: JsonSchema): string {
  const type = typeOf(schema);
  const isInterface = type.startsWith('{');
  return `${commentOf(schema)}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`;
}

const commentOf = ({ description }: JsonSchema): string =>
  typeof description === 'string' ? `/** ${description.replaceAll('*/', '*\\/')} */\n` : '';

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

function objectType({ properties, required, additionalProperties }: JsonSchema): string {
  const members = isSchema(properties) ? Object.entries(properties) : [];
  if (members.length === 0)
    return `Readonly<Record<string, ${isSchema(additionalProperties) ? typeOf(additionalProperties) : 'unknown'}>>`;
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const lines = members.map(([name, member]) => {
    if (!isSchema(member)) throw new Error(`The member ${name} has no schema.`);
    const type = typeOf(member);
    return `${commentOf(member)}readonly ${name}${isRequired(name) ? `: ${type}` : `?: ${type} | undefined`};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of a schema that is an object. */
export function memberOf(schema: JsonSchema, name: string): JsonSchema {
  const member = schema[name];
  if (!isSchema(member)) throw new Error(`A schema has no ${name}.`);
  return member;
}
