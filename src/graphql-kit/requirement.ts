import type { Role, Scope } from '../kernel/caller.ts';

/** The role and scope that an operation requires of its caller. */
export interface Requirement {
  readonly name: string;
  readonly scope: Scope;
  readonly operatorScope?: Scope;
  readonly roles: readonly Role[];
}
