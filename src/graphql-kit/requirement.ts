import type { Role, Scope } from '../kernel/caller.ts';

/** What an operation asks of its caller. */
export interface Requirement {
  readonly name: string;
  readonly scope: Scope;
  readonly roles: readonly Role[];
}
