import { coverageOf } from '../../trail/record/coverage.ts';
import { provenRows } from '../../engine/crypto/proven-rows.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { world } from '../../kernel/world.ts';

/**
 * A session without a request ends after this time: long enough for a telephone call, short enough for a screen left
 * open.
 */
export const IDLE_SECONDS = 30 * 60;
/** A session ends in any case after a long working day. */
export const LIFE_SECONDS = 12 * 60 * 60;
/** The last use is written at most this often. */
export const SEEN_SECONDS = 60;
/** 256 random bits cannot be guessed. */
const TOKEN_BYTES = 32;

export type SessionRow = Selectable<Tables['console_session']>;

export const makeToken = (): string => world.bytes(TOKEN_BYTES).toString('base64url');

/**
 * The text that is hashed for a token. API keys are hashed with the same secrets, and this beginning keeps tokens and
 * API keys apart.
 */
export const hashedPart = (token: string): string => `console session ${token}`;

/** How the MAC of a session covers each column. */
const COVERAGE = coverageOf('console_session', {
  // It changes once a minute. The MAC covers the end of the session instead.
  seen_at: 'none',
});

/** Characters of a hash in a log: enough to find the row. */
const SHOWN_LENGTH = 12;

export const PROVEN_SESSIONS = provenRows<Omit<SessionRow, 'seen_at' | 'mac'>>({
  coverage: COVERAGE,
  placeOf: ({ hash }) => `console_session/${hash.slice(0, SHOWN_LENGTH)}`,
});
