import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { NewEvent } from '../journal/record.ts';
import type { Caller, Role, Scope } from '../kernel/caller.ts';
import type { RowMacs } from '../crypto/row-mac.ts';
import type { Vault } from '../crypto/encryption.ts';
import type { KeyedHash } from '../crypto/hmac.ts';
import type { Tables } from '../kernel/tables.ts';
import type { Count } from './counter.ts';

/** What a query may touch. */
export interface QueryContext {
  readonly db: Kysely<Tables>;
  readonly caller: Caller;
  readonly now: Date;
  readonly vault: Vault;
  /** Proves the rows that only the gateway may write. */
  readonly rowMacs: RowMacs;
  /** Of API keys. */
  readonly apiKeyHash: KeyedHash;
  readonly policy: Policy;
  /** Whether a row that requests race for is to be selected `for no key update`: in a transaction, where the database has it. */
  readonly rowLocks: boolean;
  /** A signed URL of the bytes of a document, good for five minutes from now and while the caller's key works. */
  downloadUrl(documentId: string): string;
}

/** What the configuration decides about operations. */
export interface Policy {
  /** Whether bytes that are not what their media type says are stored with a warning or refused. */
  readonly contentCheck: 'warn' | 'enforce';
}

/** What a command may touch; everything it does is in one transaction. */
export interface CommandContext extends QueryContext {
  /** Appends to the trail; several at once are of as many subjects. */
  record(...newEvents: readonly NewEvent[]): Promise<void>;
  /** Keeps the totals of lists. */
  count(counts: readonly Count[]): Promise<void>;
}

/**
 * Ids that come from outside the input: path parameters on REST, arguments on GraphQL. An id that the API does not ask
 * for is null; every text is an id like any other.
 */
export type Ids = Readonly<Record<string, string | null>>;

export interface Definition<Context, RunIds extends Ids, Schema extends z.ZodType, Subject, View> {
  /** A verb of intent, e.g. `createCustomer`; part of the idempotency fingerprint. */
  readonly name: string;
  readonly scope: Scope;
  /** Who may call it at all; there is no operation that nobody may. */
  readonly roles: readonly [Role, ...Role[]];
  /** The one description of what comes in, in the names of REST. A function where it depends on the subject. */
  readonly input: Schema | ((subject: Subject) => Schema);
  /**
   * Where the input depends on the subject: its form without that, by which it is told whether two requests with one
   * idempotency key are the same before the subject is looked for.
   */
  readonly form?: z.ZodType;
  /** Members that a caller may read but not write: accepted at the top level of the input and ignored. */
  readonly ignores?: readonly string[];
  /** Other names of members, which the interface uses too: each stands for its member where that is absent. */
  readonly alsoNamed?: Readonly<Record<string, string>>;
  /**
   * Finds what the operation is about. Runs before the fields are judged, since a missing resource outranks a bad
   * field; so it sees the input as it came.
   */
  readonly locate: (context: QueryContext, ids: RunIds, rawInput: unknown) => Promise<Subject>;
  readonly run: (context: Context, given: Given<RunIds, z.output<Schema>, Subject>) => Promise<View>;
}

export interface Given<RunIds extends Ids, Input, Subject> {
  readonly ids: RunIds;
  readonly input: Input;
  readonly subject: Subject;
}

export interface Query<RunIds extends Ids, Schema extends z.ZodType, Subject, View> extends Definition<
  QueryContext,
  RunIds,
  Schema,
  Subject,
  View
> {
  readonly kind: 'query';
  /**
   * What the view tells an operator that is an event of its own; the rows of its subjects are locked with it. It is
   * written before the answer goes out, and the answer does not go out where it cannot be written.
   */
  readonly discloses?: (context: QueryContext, view: View) => Promise<readonly NewEvent[]>;
  /** Whether it reads many rows, which a replica may do. One row costs the primary no more than to ask a replica first. */
  readonly readsMany?: boolean;
}

export interface Command<RunIds extends Ids, Schema extends z.ZodType, Subject, View> extends Definition<
  CommandContext,
  RunIds,
  Schema,
  Subject,
  View
> {
  readonly kind: 'command';
  /** Ways to the members of the view that are secrets. They are not kept for a replay, which has null there. */
  readonly shownOnce?: readonly (readonly [string, ...string[]])[];
}

export type Operation<RunIds extends Ids, Schema extends z.ZodType, Subject, View> =
  Query<RunIds, Schema, Subject, View> | Command<RunIds, Schema, Subject, View>;

/** An operation that reads. */
export function defineQuery<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  definition: Omit<Query<RunIds, Schema, Subject, View>, 'kind' | 'scope'>,
): Query<RunIds, Schema, Subject, View> {
  return { ...definition, kind: 'query', scope: 'read' };
}

/** An operation that changes something: with the scope `write`, unless it is about who may do what. */
export function defineCommand<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  definition: Omit<Command<RunIds, Schema, Subject, View>, 'kind' | 'scope'> & {
    readonly scope?: Exclude<Scope, 'read'>;
  },
): Command<RunIds, Schema, Subject, View> {
  if (typeof definition.input === 'function' && definition.form === undefined)
    throw new Error(`${definition.name} does not say what form its input has.`);
  return { scope: 'write', ...definition, kind: 'command' };
}

/** For operations about nothing that exists already. */
export const nothing = async (): Promise<null> => null;
