import type { Kysely } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Database } from '../../engine/sql/database.ts';
import { statement } from '../../engine/sql/statement.ts';
import { world } from '../../kernel/world.ts';

/** The last state of a database that the gateway has seen. */
export interface Progress {
  /** The cluster of the server and its timeline, which rises with each failover; null if the server does not say. */
  readonly system: string | null;
  readonly timeline: number | null;
  /** The last event of the feed; 0 and null if the feed is empty. */
  readonly position: number;
  readonly event: string | null;
  /** A random text that each `audit accept` changes, so that running processes notice it. */
  readonly accepted: string;
}

/** The notes of the progress outside of the database. */
export interface ProgressNotes {
  last(): Promise<Progress | null>;
  replace(progress: Progress): Promise<void>;
}

export interface ProgressWatch {
  /** Why this is not the database that the gateway saw before; null if it is. */
  readonly fault: string | null;
  /**
   * Compares the database with the notes, and updates them. A fault stays until a person accepts the database as it is.
   */
  check(): Promise<string | null>;
  /** Accepts the database as it is, for all processes that share these notes. */
  accept(): Promise<void>;
}

/** Milliseconds between two notes if only the feed has grown. A new timeline is noted at once. */
const NOTE_MS = 60_000;

export const watchProgress = (
  database: Pick<Database, 'reads' | 'history'>,
  notes: ProgressNotes,
): ProgressWatch => new DatabaseProgress(database, notes);

class DatabaseProgress implements ProgressWatch {
  readonly #database: Pick<Database, 'reads' | 'history'>;
  readonly #notes: ProgressNotes;
  #seen: Progress | null = null;
  #notedAt = 0;
  fault: string | null = null;

  constructor(database: Pick<Database, 'reads' | 'history'>, notes: ProgressNotes) {
    this.#database = database;
    this.#notes = notes;
  }

  async check(): Promise<string | null> {
    const noted = this.#seen === null || this.fault !== null ? await this.#notes.last() : null;
    if (noted !== null && noted.accepted !== this.#seen?.accepted) this.#seen = noted;
    const now = await this.#read(this.#seen?.accepted ?? world.uuid());
    const fault = this.#seen === null ? null : await faultOf(this.#database.reads, this.#seen, now);
    if (fault === null) await this.#keep(now);
    else if (this.fault === null && !(await this.#noteLoss())) return this.check();
    return (this.fault = fault);
  }

  async accept(): Promise<void> {
    this.#seen = await this.#read(world.uuid());
    await this.#notes.replace(this.#seen);
    this.fault = null;
  }

  /**
   * Notes the lost progress, so that the next start finds the fault. False if a person has accepted the loss already.
   */
  async #noteLoss(): Promise<boolean> {
    const noted = await this.#notes.last();
    if (this.#seen === null) return true;
    if (noted !== null && noted.accepted !== this.#seen.accepted) {
      this.#seen = noted;
      return false;
    }
    await this.#notes.replace(this.#seen);
    return true;
  }

  async #read(accepted: string): Promise<Progress> {
    const { reads } = this.#database;
    const [{ system, timeline }, [last]] = await Promise.all([
      this.#database.history(),
      selectLast(reads, {}),
    ]);
    return { system, timeline, position: last?.position ?? 0, event: last?.event_id ?? null, accepted };
  }

  async #keep(now: Progress): Promise<void> {
    const before = this.#seen;
    this.#seen = now;
    const isMoved = before?.system !== now.system || before.timeline !== now.timeline;
    const isDue = before?.position !== now.position && world.elapsedMs() - this.#notedAt > NOTE_MS;
    if (!isMoved && !isDue) return;
    this.#notedAt = world.elapsedMs();
    await this.#notes.replace(now);
  }
}

async function faultOf(db: Kysely<Tables>, seen: Progress, now: Progress): Promise<string | null> {
  if (seen.system === now.system && (now.timeline ?? Infinity) < (seen.timeline ?? 0))
    return `The server is on timeline ${now.timeline}, and was on ${seen.timeline}: it is an old primary.`;
  if (seen.event === null) return null;
  // While nothing happens, the last event was just read.
  const there = now.position === seen.position ? now.event : await eventAt(db, seen.position);
  if (there === seen.event) return null;
  return `The feed has lost the event at position ${seen.position}: changes are missing.`;
}

async function eventAt(db: Kysely<Tables>, position: number): Promise<string | null> {
  const [row] = await selectAt(db, { position });
  return row?.event_id ?? null;
}

const selectLast = statement((db, _nothing: object) =>
  db
    .selectFrom('feed')
    .innerJoin('event', 'event.number', 'feed.event_number')
    .select(['feed.position', 'event.id as event_id'])
    .orderBy('feed.position', 'desc')
    .limit(1),
);

const selectAt = statement((db, { position }: { readonly position: number }) =>
  db
    .selectFrom('feed')
    .innerJoin('event', 'event.number', 'feed.event_number')
    .select('event.id as event_id')
    .where('feed.position', '=', position),
);
