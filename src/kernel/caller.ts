/** What a key may be used for. `admin` is about partners, their settings and keys. */
export type Scope = 'read' | 'write' | 'admin';
export const SCOPES = ['read', 'write', 'admin'] as const satisfies readonly Scope[];

/** On whose side a caller stands: a partner with its own records, or the funding provider. */
export type Role = 'partner' | 'operator';
export const ROLES = ['partner', 'operator'] as const satisfies readonly Role[];

/** The scopes that a key of a role can have. */
export const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = {
  partner: ['read', 'write'],
  operator: SCOPES,
};

/** Who asks. Every operation gets one; nothing is ever done in nobody's name. */
export interface Caller {
  /** What the trail calls the caller: a key id, or `cli`. */
  readonly actor: string;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope>;
  /** The partner whose records the caller owns; an operator owns none. */
  readonly partnerId: string | null;
  /** Id of the API key; null for the command line. */
  readonly keyId: string | null;
}

/** The person at the machine, who could as well open the database. */
export const commandLine: Caller = {
  actor: 'cli',
  role: 'operator',
  scopes: new Set(SCOPES),
  partnerId: null,
  keyId: null,
};

/** What becomes due with time, which nobody asks for. */
export const scheduler: Caller = { ...commandLine, actor: 'clock' };
