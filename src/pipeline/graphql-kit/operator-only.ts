import { defaultFieldResolver, type GraphQLSchema, isNonNullType, isObjectType } from 'graphql';
import { refusal } from '../../kernel/errors.ts';
import type { RequestContext } from './request-context.ts';

/**
 * The extension of a field that only operators may select: `t.exposeString('note', { nullable: true, extensions:
 * operatorOnly })`. For any other caller the whole document gets `permission_denied` before it runs.
 */
export const operatorOnly = { operatorOnly: true } as const;

/**
 * Adds "For operators only." to the description of each operator-only field. It also checks the role again in the
 * resolver, in case the check of the document missed the field. If the operation of a field is for operators only, the
 * field does not need the extension.
 */
export function guardOperatorFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()).filter(isOperatorOnly)) {
      // An error in a field that is not nullable would make its whole record null.
      if (isNonNullType(field.type))
        throw new Error(`${type.name}.${field.name} is for operators only and must be nullable.`);
      field.description = [field.description, 'For operators only.'].filter(Boolean).join(' ');
      const read = field.resolve ?? defaultFieldResolver;
      field.resolve = (parent, args, context: RequestContext, info) => {
        if (context.caller.role !== 'operator')
          throw refusal('permission_denied', 'The role of this API key does not allow this field.');
        return read(parent, args, context, info);
      };
    }
  }
  return schema;
}

export function isOperatorOnly({ extensions }: { readonly extensions: object }): boolean {
  return 'operatorOnly' in extensions;
}
