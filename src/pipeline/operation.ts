import { z } from 'zod';
import type { NewEvent } from '../trail/record/record.ts';
import type { Caller, Role, Scope } from '../kernel/caller.ts';
import type { Clock } from '../kernel/clock.ts';
import type { PromiseOrValue } from '../engine/async/promise-or-value.ts';
import type { Outbound } from '../engine/outbound/outbound.ts';
import type { TwoPeople } from './matter.ts';
import type { CommandContext, QueryContext } from './operation-context.ts';

export type { CommandContext, QueryContext };

/**
 * Ids from outside the input: path parameters on REST, arguments on GraphQL. If an API leaves an id out, it is null.
 * Any text is allowed, even if no record has it.
 */
export type Ids = Readonly<Record<string, string | null>>;

export interface Definition<Context, RunIds extends Ids, Schema extends z.ZodType, Subject, View> {
  /** A verb, e.g. `createCustomer`. Part of the idempotency fingerprint, so it must not change. */
  readonly name: string;
  readonly scope: Scope;
  /** The scope that an operator needs instead, because operators act on the records of others. */
  readonly operatorScope?: Scope;
  /**
   * The scopes of the key that the operation creates. The caller needs them too, so that no key creates a key with more
   * rights.
   */
  readonly grants?: readonly Scope[];
  /** Roles that may call it, at least one. */
  readonly roles: readonly [Role, ...Role[]];
  /** The schema of the input, in the names of REST; a function if it depends on the subject. */
  readonly input: Schema | ((subject: Subject) => Schema);
  /**
   * If the input depends on the subject: a schema that does not. It compares requests with one idempotency key before
   * the subject is loaded.
   */
  readonly form?: z.ZodType;
  /** Read-only members. They are accepted at the top level of the input and ignored. */
  readonly ignores?: readonly string[];
  /** Aliases of members, by member. An alias is read if its member is absent. */
  readonly alsoNamed?: Readonly<Record<string, string>>;
  /**
   * Loads the subject of the operation; throws `resource_missing`. It gets unvalidated input, because a missing
   * resource is reported before a bad field.
   */
  readonly locate: (context: QueryContext, ids: RunIds, rawInput: unknown) => PromiseOrValue<Subject>;
  /**
   * Which clock it runs on in a sandbox. If absent, the clock of the partner whose records it is about. `gateway`: real
   * time, for keys, sessions and webhooks; `defineRealTimeQuery` and `defineRealTimeCommand` say so. `moved`: it moves
   * the clock of the partner.
   */
  readonly clock?: 'gateway' | 'moved';
  /** Whether only a sandbox has it. A live gateway refuses it with `permission_denied`. */
  readonly sandboxOnly?: true;
  readonly run: (context: Context, given: Given<RunIds, z.output<Schema>, Subject>) => PromiseOrValue<View>;
}

/** The schema of the input of a call, once its subject is loaded. */
export const schemaOfInput = <Schema extends z.ZodType, Subject>(
  { input }: { readonly input: Schema | ((subject: Subject) => Schema) },
  subject: Subject,
): Schema => (typeof input === 'function' ? input(subject) : input);

interface Given<RunIds extends Ids, Input, Subject> {
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
   * Events that record which personal data the view shows to an operator. They are written before the response is sent.
   * If that fails, the response is not sent. The rows of their subjects are locked.
   */
  readonly discloses?: (context: QueryContext, view: View) => Promise<readonly NewEvent[]>;
  /**
   * Whether it reads many rows. Then a replica may run it. For a single row, asking a replica first would cost as much
   * as the read. If absent, whether it has no subject.
   */
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
  /** Makes the network requests that the operation needs before its transaction begins. It must not throw. */
  readonly beforehand?: (outbound: Outbound, rawInput: unknown) => Promise<void>;
  /**
   * Work after the commit that must not be in a transaction, such as a network request. Returns the view with the
   * result of this work. It runs again for a repeated request, so it must recognise work that is already done.
   */
  readonly afterwards?: (afterCommit: AfterCommit, view: View) => Promise<View>;
  /**
   * Whether it only inserts rows. With an idempotency key it first runs without the lock of the key, so that it shares
   * a group commit. If the database refuses a row, it runs again under the lock.
   */
  readonly addsRowsOnly?: true;
  /**
   * Whether the view is kept for a second attempt with its idempotency key; always if absent. If nothing changed, the
   * view need not be kept, like a refusal.
   */
  readonly isKept?: (view: View) => boolean;
  /**
   * Whether a sandbox loses the answer to the first request after its commit. A repeated request with its idempotency
   * key gets the answer.
   */
  readonly losesAnswer?: (view: View) => boolean;
  /** Paths of secret members of the view. They are not kept, so a replay shows null there. */
  readonly shownOnce?: readonly (readonly [string, ...string[]])[];
  /** If the settings of the provider may demand two people for it. */
  readonly twoPeople?: TwoPeople<CommandContext, Given<RunIds, z.output<Schema>, Subject>, View>;
  /**
   * Another account for which the response is kept: the keys of the caller belong to it from now on, so a second attempt
   * comes from it.
   */
  readonly keptAlsoFor?: (view: View) => string;
  /**
   * The view as a caller may see it. It applies to kept responses too, because another key of the account may repeat
   * the request.
   */
  readonly shownTo?: (caller: Caller, view: View) => View;
}

/** What work outside of a transaction can use: after the commit of a command, or in a background job. */
export interface AfterCommit extends Pick<QueryContext, 'db' | 'vault' | 'outbound'> {
  readonly clock: Clock;
  /** Gives positions in the feed to all committed events, unless another process does so now. */
  relay(): Promise<void>;
  /** Runs another operation for the scheduler. */
  perform<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
    operation: Operation<RunIds, Schema, Subject, View>,
    ids: RunIds,
    input: unknown,
  ): Promise<View>;
}

export type Operation<RunIds extends Ids, Schema extends z.ZodType, Subject, View> =
  Query<RunIds, Schema, Subject, View> | Command<RunIds, Schema, Subject, View>;

/** `input` of operations without input. */
export const NoInput = z.strictObject({});

/** `locate` of operations without a subject. */
const nothing = (): null => null;

/** Members that a definition may leave out. Then the operation has no input, and no subject. */
type LeftOut = 'input' | 'locate';

type QueryDefinition<RunIds extends Ids, Schema extends z.ZodType, Subject, View> = Omit<
  Query<RunIds, Schema, Subject, View>,
  'kind' | 'scope' | LeftOut
> &
  Partial<Pick<Query<RunIds, Schema, Subject, View>, LeftOut>> & {
    readonly scope?: Exclude<Scope, 'write'>;
  };

type CommandDefinition<RunIds extends Ids, Schema extends z.ZodType, Subject, View> = Omit<
  Command<RunIds, Schema, Subject, View>,
  'kind' | 'scope' | LeftOut
> &
  Partial<Pick<Command<RunIds, Schema, Subject, View>, LeftOut>> & { readonly scope?: Scope };

/** Defines an operation that only reads. Its scope is `read` unless given. Without a subject it reads many rows. */
export function defineQuery<
  RunIds extends Ids,
  View,
  Schema extends z.ZodType = typeof NoInput,
  Subject = null,
>(definition: QueryDefinition<RunIds, Schema, Subject, View>): Query<RunIds, Schema, Subject, View>;
export function defineQuery(
  definition: QueryDefinition<Ids, z.ZodType, unknown, unknown>,
): Query<Ids, z.ZodType, unknown, unknown> {
  const readsMany = definition.locate === undefined;
  return { scope: 'read', input: NoInput, locate: nothing, readsMany, ...definition, kind: 'query' };
}

/** Defines an operation that changes something. Its scope is `write` unless given. */
export function defineCommand<
  RunIds extends Ids,
  View,
  Schema extends z.ZodType = typeof NoInput,
  Subject = null,
>(definition: CommandDefinition<RunIds, Schema, Subject, View>): Command<RunIds, Schema, Subject, View>;
export function defineCommand(
  definition: CommandDefinition<Ids, z.ZodType, unknown, unknown>,
): Command<Ids, z.ZodType, unknown, unknown> {
  if (typeof definition.input === 'function' && definition.form === undefined)
    throw new Error(`${definition.name} does not say what form its input has.`);
  return { scope: 'write', input: NoInput, locate: nothing, ...definition, kind: 'command' };
}

/** A query that runs on real time in a sandbox, too. */
export const defineRealTimeQuery: typeof defineQuery = (definition) =>
  defineQuery({ ...definition, clock: 'gateway' });

/** A command that runs on real time in a sandbox, too. */
export const defineRealTimeCommand: typeof defineCommand = (definition) =>
  defineCommand({ ...definition, clock: 'gateway' });
