import type { Caller } from '../kernel/caller.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import type { Requirement } from './requirement.ts';

/** What resolvers know of the GraphQL request that they answer. */
export interface RequestContext {
  readonly gateway: Gateway;
  readonly caller: Caller;
  readonly requestId: string;
  /** What the selected fields may run; the caller may run all of it. */
  readonly requirements: ReadonlySet<Requirement>;
  /** Of the whole request; each root field of a mutation makes its own from it. */
  readonly idempotencyKey: string | null;
}
