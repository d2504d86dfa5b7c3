import type { GraphQLSchema } from 'graphql';
import type { Field } from './graphql-equivalent.ts';

/** A field of the query, the mutation or the subscription. */
export interface RootField {
  readonly type: string;
  readonly field: Field;
}

export function rootFields(schema: GraphQLSchema): readonly RootField[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => ({ type: root?.name ?? '', field })),
  );
}

/** Whether no partner may select a field. */
export const isForOperators = ({ extensions: { runs = [], operatorOnly = false } }: Field): boolean =>
  operatorOnly || (runs.length > 0 && runs.every(({ roles }) => !roles.includes('partner')));
