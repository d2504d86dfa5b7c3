import { defaultFieldResolver, type GraphQLSchema, isNonNullType, isObjectType } from 'graphql';
import { refusal } from '../kernel/errors.ts';
import type { RequestContext } from './request-context.ts';

/**
 * The extension of a field that only operators may select: `t.exposeString('note', { nullable: true, extensions:
 * operatorOnly })`. To anyone else the whole document is `permission_denied`, before anything of it runs.
 */
export const operatorOnly = { operatorOnly: true } as const;

/**
 * Writes into the schema which fields are for operators only, and guards each a second time when it is read: a document that
 * came past the check of the whole would still show nothing. What an operation lets nobody but operators do needs no such
 * field: the operation says so itself.
 */
export function guardOperatorFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()).filter(isOperatorOnly)) {
      // A refused field that cannot be null would take its whole record with it.
      if (isNonNullType(field.type))
        throw new Error(`${type.name}.${field.name} is for operators only and must be nullable.`);
      field.description = [field.description, 'For operators only.'].filter(Boolean).join(' ');
      const read = field.resolve ?? defaultFieldResolver;
      field.resolve = (parent, args, context: RequestContext, info) => {
        if (context.caller.role !== 'operator')
          throw refusal('permission_denied', 'The role of this API key does not cover the field.');
        return read(parent, args, context, info);
      };
    }
  }
  return schema;
}

export function isOperatorOnly({ extensions }: { readonly extensions: object }): boolean {
  return 'operatorOnly' in extensions;
}
