import type { Role, Scope } from '../../kernel/caller.ts';

/** The role and scopes that an operation requires of its caller. */
export interface Requirement {
  readonly name: string;
  readonly scope: Scope;
  readonly operatorScope?: Scope;
  readonly grants?: readonly Scope[];
  readonly roles: readonly Role[];
  readonly sandboxOnly?: true;
}
