import type { Caller, Role, Scope } from '../../../src/kernel/caller.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import type { Permission } from '../../support/permissions.ts';

const ROLES: readonly Role[] = ['partner', 'operator'];

/** The scopes that a key of a role can have. */
const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = {
  partner: ['read', 'write'],
  operator: ['read', 'write', 'admin'],
};

/** Every scope by itself, all but `admin`, and all. */
const SCOPE_SETS: readonly (readonly Scope[])[] = [
  ['read', 'write'],
  ['read'],
  ['write'],
  ['admin'],
  ['read', 'write', 'admin'],
];

export type Keys = Awaited<ReturnType<typeof openKeys>>;
export type Key = Awaited<ReturnType<typeof makeKeys>>[number];

/** The outcome of a call, as far as permission is concerned. */
export type Verdict = 'permission_denied' | 'let in';

/** A gateway with keys of every role and set of scopes. */
export async function openKeys() {
  // A sandbox has every operation.
  const fixture = await openTestGateway({ SANDBOX: 'on' });
  const keys = await makeKeys(fixture);

  return {
    gateway: fixture.gateway,
    close: fixture.close,
    /** The outcome of a call for each key, by its name. */
    async verdicts(call: (key: Key) => Promise<Verdict>): Promise<Readonly<Record<string, Verdict>>> {
      const told = await Promise.all(keys.map(async (key) => [key.name, await call(key)] as const));
      return Object.fromEntries(told);
    },
    /** The outcome for each key by the table. */
    expected({
      roles,
      scope,
      operatorScope = scope,
      grants = [],
    }: Pick<Permission, 'roles' | 'scope' | 'operatorScope' | 'grants'>): Readonly<Record<string, Verdict>> {
      const may = ({ caller }: Key) =>
        roles.includes(caller.role) &&
        [caller.role === 'operator' ? operatorScope : scope, ...grants].every((each) =>
          caller.scopes.has(each),
        );
      return Object.fromEntries(keys.map((key) => [key.name, may(key) ? 'let in' : 'permission_denied']));
    },
  };
}

async function makeKeys({ partner, key }: TestGateway) {
  const { partnerId } = await partner();
  const kinds = ROLES.flatMap((role) =>
    SCOPE_SETS.filter((scopes) => scopes.every((scope) => SCOPES_OF[role].includes(scope))).map((scopes) => ({
      role,
      scopes,
    })),
  );
  return Promise.all(
    kinds.map(async ({ role, scopes }) => {
      const made = await key(partnerId, { role, scopes });
      const caller: Caller = {
        actor: made.keyId,
        role,
        scopes: new Set(scopes),
        partnerId: role === 'partner' ? partnerId : null,
        keyId: made.keyId,
        operatorId: null,
        sessionHash: null,
        v1Members: 'all',
      };
      return { ...made, name: `${role}: ${scopes.join(', ')}`, caller };
    }),
  );
}

/** The verdict for an error code. Throws if the gateway failed, because a failure says nothing about permission. */
export function verdictOf(code: string | null | undefined): Verdict {
  if (code === 'internal_error' || code === 'service_unavailable') throw new Error(`It failed: ${code}.`);
  return code === 'permission_denied' ? code : 'let in';
}
