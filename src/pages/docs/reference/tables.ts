import type { GraphQLSchema } from 'graphql';
import type { Route } from '../../../pipeline/rest-kit/route.ts';

/** The source of the made pages: the tables that also serve the requests. */
export interface Tables {
  readonly routes: readonly Route[];
  readonly schema: GraphQLSchema;
  readonly publicUrl: string;
}
