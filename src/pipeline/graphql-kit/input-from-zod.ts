import type { InputRef } from '@pothos/core';
import { z } from 'zod';
import { descriptionOf, firstOf, sharedMeaning } from '../../kernel/input/description.ts';
import { unwrapped } from '../../kernel/input/schema-shape.ts';
import { typeNameOf } from '../../kernel/input/type-name.ts';
import { type Builder, isScalarName, type ScalarName } from './builder.ts';
import { enumNamed } from './enum.ts';
import { graphqlName } from './naming.ts';

interface InputOptions {
  /** The descriptions of members that differ in GraphQL from their schema. */
  readonly describes?: Readonly<Record<string, string>>;
}

/**
 * The input type of an object schema. Each member becomes a field, named by `graphqlName`, with the type and
 * description of its schema. The field is required unless its schema takes null. Objects inside it become input types
 * of their own, named after their schemas.
 */
export function inputFromZod(
  builder: Builder,
  name: string,
  schema: z.ZodObject,
  options: InputOptions = {},
): InputRef {
  const fields = fieldsOf(builder, schema, options);
  return builder.inputType(name, {
    ...described(schema),
    fields: (t) => Object.fromEntries(fields.map(([member, field]) => [member, t.field(field)])),
  });
}

/** The members of an object schema as arguments of a field, without an input type. */
export function argumentsFromZod(builder: Builder, schema: z.ZodObject, options: InputOptions = {}) {
  const fields = fieldsOf(builder, schema, options);
  return builder.args((t) => Object.fromEntries(fields.map(([member, field]) => [member, t.field(field)])));
}

function fieldsOf(builder: Builder, schema: z.ZodObject, { describes = {} }: InputOptions) {
  return Object.entries(schema.shape).map(([member, field]) => {
    const description = describes[member] ?? descriptionOf(field) ?? sharedMeaning(member);
    const options = {
      type: typeOf(builder, field),
      required: !field.safeParse(null).success,
      ...(description !== undefined && { description }),
    };
    return [graphqlName(member), options] as const;
  });
}

function described(schema: z.ZodObject) {
  const description = descriptionOf(schema);
  return description === undefined ? {} : { description };
}

type ItemType = ScalarName | 'String' | 'Int' | 'Float' | 'Boolean' | InputRef;

function typeOf(builder: Builder, schema: unknown): ItemType | [ItemType] {
  const plain = unwrapped(schema);
  if (plain instanceof z.ZodArray) return [itemTypeOf(builder, plain.element)];
  // Only a list has this mark if REST also takes it as one text.
  const isList = firstOf(schema, (layer) => z.globalRegistry.get(layer)?.['type']) === 'array';
  return isList ? [itemTypeOf(builder, schema)] : itemTypeOf(builder, schema);
}

/** A text with the name of an enum has that type. An enum without a name is a String. */
function itemTypeOf(builder: Builder, schema: unknown): ItemType {
  const plain = unwrapped(schema);
  const name = firstOf(schema, (layer) => typeNameOf(layer) ?? z.globalRegistry.get(layer)?.id);
  if (plain instanceof z.ZodObject) return partOf(builder, name, plain);
  if (name !== undefined) {
    const named = isScalarName(name) ? name : enumNamed(name);
    if (named === undefined) throw new Error(`There is no GraphQL type ${name}.`);
    return named;
  }
  if (plain instanceof z.ZodNumber) return plain.isInt ? 'Int' : 'Float';
  if (plain instanceof z.ZodBoolean) return 'Boolean';
  if (plain instanceof z.ZodString || plain instanceof z.ZodEnum) return 'String';
  throw new Error('A schema stands for no GraphQL type; give it the name of one.');
}

/** Input types of nested objects, each name once for each GraphQL schema. */
const parts = new WeakMap<Builder, Map<string, { readonly ref: InputRef; readonly members: string }>>();

function partOf(builder: Builder, name: string | undefined, schema: z.ZodObject): InputRef {
  if (name === undefined) throw new Error('An object within an input has no name for its type.');
  const known = parts.get(builder) ?? new Map();
  parts.set(builder, known);
  const members = Object.keys(schema.shape).join();
  const part = known.get(name) ?? { ref: inputFromZod(builder, name, schema), members };
  if (part.members !== members) throw new Error(`Two inputs are named ${name}.`);
  known.set(name, part);
  return part.ref;
}
