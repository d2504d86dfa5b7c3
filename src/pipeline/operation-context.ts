import type { Kysely } from 'kysely';
import type { EventType } from '../trail/record/event-types.ts';
import type { NewEvent } from '../trail/record/record.ts';
import type { Caller } from '../kernel/caller.ts';
import type { IdPrefix } from '../kernel/id.ts';
import type { Clock } from '../kernel/clock.ts';
import type { RowMacs } from '../engine/crypto/row-mac.ts';
import type { Vault } from '../engine/crypto/encryption.ts';
import type { KeyedHash } from '../engine/crypto/hmac.ts';
import type { PromiseOrValue } from '../engine/async/promise-or-value.ts';
import type { Tables } from '../engine/sql/tables.ts';
import type { Outbound } from '../engine/outbound/outbound.ts';
import type { Count } from './rows/counter.ts';

/** What a query can use. */
export interface QueryContext {
  readonly db: Kysely<Tables>;
  readonly caller: Caller;
  readonly now: Date;
  /** Real time, which people wait by. In a sandbox `now` is the time of a partner. */
  readonly gatewayClock: Clock;
  readonly vault: Vault;
  /** Makes and checks the MACs of rows. */
  readonly rowMacs: RowMacs;
  /** Hashes API keys for look-ups. */
  readonly apiKeyHash: KeyedHash;
  /** Hashes references of payments, so that equal ones are found although they are stored encrypted. */
  readonly referenceHash: KeyedHash;
  readonly policy: Policy;
  /** Checks whether requests may be sent to an address. A transaction sends no request. */
  readonly outbound: Outbound;
  /**
   * Whether rows that concurrent requests change must be selected `for no key update`. True in a transaction of a
   * database with row locks.
   */
  readonly rowLocks: boolean;
  /**
   * Whether the API shows the whole view. If it shows the view field by field, it loads the members that cost a read
   * itself, for fields that are selected.
   */
  readonly isWhole: boolean;
  /** What the clocks of partners show. A live gateway has one clock, so there it is `now` for all. */
  nowsOf(partnerIds: readonly string[]): PromiseOrValue<(partnerId: string) => Date>;
  /** A signed download URL for a document, valid for five minutes if the key of the caller stays active. */
  downloadUrl(documentId: string): string;
}

/** The settings of the configuration that operations read. */
export interface Policy {
  /** Whether a file is stored with a warning or refused if its bytes do not match its media type. */
  readonly contentCheck: 'warn' | 'enforce';
  /** How long ended deliveries of webhooks are kept. */
  readonly webhookDays: number;
  /** Whether the gateway is a sandbox, in which partners play what the provider does. */
  readonly sandbox: boolean;
}

/** What a command can use. All of its work is in one transaction. */
export interface CommandContext extends QueryContext {
  /** The present moment. `now` is the moment at which the context began, so after a wait for a lock this is later. */
  readonly clock: Clock;
  /** A new id of a record, in the order of the records of the same partner; with `room` for ids beside it. */
  newId(prefix: IdPrefix, room?: 'room'): string;
  /** The same transaction for another author, or at another time: its events and ids are theirs. */
  as(change: { readonly caller?: Caller; readonly now?: Date }): CommandContext;
  /** Records events. They are written at the end. The events of one call must have different subjects. */
  record(...newEvents: readonly NewEvent[]): Promise<void>;
  /** The types of the events about a subject that were recorded, and are not written yet. */
  unwritten(subject: NewEvent['subject']): readonly EventType[];
  /** Adds to the running totals of lists. */
  count(counts: readonly Count[]): Promise<void>;
  /** Locks a name until the transaction ends; waits while another transaction holds it. */
  awaitName(name: string): Promise<void>;
  /**
   * Work for the end of the transaction, once for each name, in the order of the names. So transactions that write the
   * same rows wait for each other without a deadlock.
   */
  atEnd(name: string, work: () => Promise<void>): void;
  /** Runs work of this transaction and takes all of it back: its rows, events, counts and work for the end. */
  attempt(work: () => Promise<unknown>): Promise<void>;
}
