/** What a key may be used for. `admin` covers partners, their settings and keys. */
export type Scope = 'read' | 'write' | 'admin';
export const SCOPES = ['read', 'write', 'admin'] as const satisfies readonly Scope[];
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  read: 'To read records.',
  write: 'To create and change records.',
  admin: 'Partners, their settings and keys, operators, and webhooks of others; for operators only.',
};

/** The side of a caller: a partner, who sees only its own records, or an operator of the funding provider. */
export type Role = 'partner' | 'operator';
export const ROLES = ['partner', 'operator'] as const satisfies readonly Role[];
export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  partner: 'It owns records, and sees no others.',
  operator: 'It acts for the provider, for the records of all partners.',
};

/** The scopes that a key of a role can have. */
export const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = {
  partner: ['read', 'write'],
  operator: SCOPES,
};

/** The authenticated caller of an operation. Every operation gets one, so that every change has an author. */
export interface Caller {
  /** The author that events record: an API key id, `session/` and the id of an operator, `cli` or `clock`. */
  readonly actor: string;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope>;
  /** The partner whose records the caller owns; an operator owns none. */
  readonly partnerId: string | null;
  /** Id of the API key; null for the command line and the scheduler. */
  readonly keyId: string | null;
  /** The person who owns the key or the session; null if none is known. */
  readonly operatorId: string | null;
  /** The keyed hash of the caller's console session; null for every caller without one. */
  readonly sessionHash: string | null;
  /** Whether bodies of REST have only the members of the first interface; a setting of the caller's partner. */
  readonly v1Members: 'all' | 'interface';
}

/** The command line. It has every scope: a person who can start it can also open the database. */
export const commandLine: Caller = {
  actor: 'cli',
  role: 'operator',
  scopes: new Set(SCOPES),
  partnerId: null,
  keyId: null,
  operatorId: null,
  sessionHash: null,
  v1Members: 'all',
};

/** The scheduler, which runs work when it becomes due. */
export const scheduler: Caller = { ...commandLine, actor: 'clock' };

/** The request id of its work, in the log and in events. */
export const CLOCK_REQUEST_ID = 'clock';
