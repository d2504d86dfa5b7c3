import type { z } from 'zod';
import type { Caller, Role, Scope } from '../kernel/caller.ts';
import { refusal } from '../kernel/errors.ts';
import { lookupId } from '../kernel/id.ts';
import type { PromiseOrValue } from '../engine/async/promise-or-value.ts';
import { accountOf, type Call, type Foundation, queryContext } from './context.ts';
import { atMoments } from './moment.ts';
import type { Ids, Operation } from './operation.ts';

/** The part of an operation that decides who may run it. */
interface Scoped {
  readonly scope: Scope;
  readonly operatorScope?: Scope;
  readonly grants?: readonly Scope[];
  readonly roles: readonly Role[];
}

/** Throws `permission_denied` unless the role and the scopes of the caller cover the operation. */
export function authorize(operation: Scoped, caller: Caller): void {
  if (!operation.roles.includes(caller.role)) {
    throw refusal('permission_denied', 'The role of this API key does not allow this operation.');
  }
  requireScope(caller, scopeFor(operation, caller.role));
  operation.grants?.forEach((scope) => requireScope(caller, scope));
}

/** Throws `permission_denied` for an operation that only a sandbox has, unless the gateway is one. */
export function requireSandbox(
  { policy }: Pick<Foundation, 'policy'>,
  { sandboxOnly = false }: { readonly sandboxOnly?: boolean },
): void {
  if (sandboxOnly && !policy.sandbox)
    throw refusal('permission_denied', 'Only a sandbox has this operation, and this gateway is live.');
}

function requireScope({ scopes }: Caller, scope: Scope): void {
  if (!scopes.has(scope)) throw refusal('permission_denied', `This API key lacks the scope "${scope}".`);
}

const scopeFor = ({ scope, operatorScope }: Scoped, role: Role): Scope =>
  role === 'operator' ? (operatorScope ?? scope) : scope;

/**
 * Checks only permission and resource, so that a call is refused for either before its body is read. The operation
 * repeats both checks. Throws or rejects with `permission_denied` or `resource_missing`.
 */
export function precheck<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  foundation: Foundation,
  operation: Operation<RunIds, Schema, Subject, View>,
  call: Call<RunIds>,
): PromiseOrValue<Subject> {
  requireSandbox(foundation, operation);
  authorize(operation, call.caller);
  const db = foundation.database.readsOf(accountOf(call.caller));
  return atMoments(foundation, operation, { db, about: call, writes: false }, ({ own }) =>
    operation.locate(queryContext(foundation, call, db, own.now), lookupIds(call.ids), call.input),
  );
}

/** The ids of a call in a form that is safe for queries, by `lookupId`. */
export function lookupIds<RunIds extends Ids>(ids: RunIds): RunIds {
  let found = ids;
  for (const name in ids) {
    const id = ids[name] ?? null;
    if (id === null || lookupId(id) === id) continue;
    if (found === ids) found = { ...ids };
    Object.assign(found, { [name]: lookupId(id) });
  }
  return found;
}
