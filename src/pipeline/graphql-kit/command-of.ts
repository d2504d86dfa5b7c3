import type { InputRef } from '@pothos/core';
import { z } from 'zod';
import { unwrapped } from '../../kernel/input/schema-shape.ts';
import type { IdName } from '../../kernel/nouns.ts';
import type { Command, Ids } from '../operation.ts';
import { idOf, inputOf, namedId } from './arguments.ts';
import type { Builder } from './builder.ts';
import { argumentsFromZod } from './input-from-zod.ts';
import { commandField, idArgument } from './run-operation.ts';

/**
 * The options of a mutation without a record, beside its type and description: `t.field({ type, description,
 * ...commandOf(builder, createCustomer, create) })`. Its argument is `input`, if the input has a type; otherwise the
 * members of the input.
 */
export const commandOf = <Schema extends z.ZodType, Subject, View>(
  builder: Builder,
  operation: Command<Ids, Schema, Subject, View>,
  input?: InputRef,
) => ({
  args: inputArguments(builder, operation, input),
  ...commandField(operation, (args) => ({
    ids: {},
    input: input === undefined ? args : (args['input'] ?? {}),
  })),
});

/** Like `commandOf`, for a mutation of one record. Its first argument is the id. */
export const commandOn = <Name extends IdName, Schema extends z.ZodType, Subject, View>(
  builder: Builder,
  operation: Command<Readonly<Record<Name, string>>, Schema, Subject, View>,
  name: Name,
  input?: InputRef,
) => ({
  args: { ...builder.args((t) => ({ id: t.id(idOf(name)) })), ...inputArguments(builder, operation, input) },
  ...commandField(operation, ({ id, ...args }) => ({
    ids: namedId(name, idArgument({ id }, 'id')),
    input: input === undefined ? args : (args['input'] ?? {}),
  })),
});

function inputArguments(
  builder: Builder,
  { name, input, form }: Pick<Command<never, z.ZodType, never, unknown>, 'name' | 'input' | 'form'>,
  type: InputRef | undefined,
) {
  if (type !== undefined) return builder.args((t) => ({ input: t.field(inputOf(type)) }));
  const members = unwrapped(typeof input === 'function' ? form : input);
  if (members instanceof z.ZodObject) return argumentsFromZod(builder, members);
  throw new Error(`The input of ${name} has no members; give it a type.`);
}
