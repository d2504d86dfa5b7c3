import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import type { z } from 'zod';
import { descriptionOf, sharedMeaning } from '../../kernel/input/description.ts';
import { graphqlName } from './naming.ts';

declare module 'graphql' {
  // Declaration merging requires the same parameter names.
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    view?: z.ZodObject;
  }
  interface GraphQLInterfaceTypeExtensions {
    view?: z.ZodObject;
  }
}

/**
 * The extension of a type whose fields show the members of a view: `implement({ extensions: shownBy(CustomerView), ...
 * })`. A field without a description gets the description of its member, as on REST.
 */
export const shownBy = (view: z.ZodObject) => ({ view });

/** Copies the description of a member to the field that shows it, if the field has none. */
export function describeFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const members = type.extensions.view?.shape ?? {};
    const names = new Map(Object.keys(members).map((name) => [graphqlName(name), name]));
    for (const field of Object.values(type.getFields())) {
      const { pothosExposedField: exposed } = field.extensions;
      const member = typeof exposed === 'string' ? exposed : (names.get(field.name) ?? '');
      field.description ??= descriptionOf(members[member]) ?? sharedMeaning(member);
    }
  }
  return schema;
}
