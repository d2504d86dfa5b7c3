import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SettlementStatus } from '../../src/nouns/settlement/settlement.machine.ts';
import { SECRET_KEY } from '../support/gateway.ts';
import type { WorldDatabase } from './database/world-database.ts';
import { CLIENT, ISSUER, RULES } from './machine/issuer.ts';

/** Connections of a process to a server: few, so that work waits for them. */
const POOL = '4';

export interface Partner {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly customers: readonly string[];
}

export interface Person {
  readonly name: string;
  readonly operatorId: string;
  readonly apiKey: string;
}

export interface BegunSettlement {
  readonly id: string;
  readonly of: 'acme' | 'lotus';
  readonly status: SettlementStatus;
  /** A repayment that the partner has reported. */
  readonly reported?: { readonly id: string; readonly amount: number };
  /** The payout that Ann has asked for, and that waits for a second person. */
  readonly waits?: string;
}

/**
 * Where every world begins: two partners with customers, three people of the provider, a receiver of webhooks, and a
 * settlement in each state in which people work on it.
 */
export interface Scene {
  readonly folder: string;
  /** Whose requests are approved at once. */
  readonly acme: Partner;
  /** Whose requests wait for a person. */
  readonly lotus: Partner;
  /** A second key of acme, which will be revoked. */
  readonly spare: { readonly keyId: string; readonly apiKey: string };
  readonly people: readonly [Person, Person, Person];
  /** The first one is that of the money, on which all work most. */
  readonly settlements: readonly BegunSettlement[];
}

export const environmentOf = (
  folder: string,
  database: WorldDatabase,
  secret = SECRET_KEY,
): NodeJS.ProcessEnv => ({
  NODE_ENV: 'test',
  DATA_DIR: folder,
  DATABASE_URL: database.urlIn(folder),
  DATABASE_POOL: POOL,
  STORAGE_URL: `fs:${join(folder, 'files')}`,
  RATE_LIMIT: 'off',
  SECRET_KEY: secret,
  PUBLIC_URL: 'http://gateway.test',
  OIDC_ISSUER: ISSUER,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_OPERATORS: RULES,
});

/** A copy of the scene for one world. */
export async function copyScene(
  scene: Scene,
  folder: string,
  database: WorldDatabase,
  isEarlier: boolean,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!isOfDatabase(name)) rmSync(join(folder, name), { recursive: true });
  for (const name of readdirSync(scene.folder))
    if (!isOfDatabase(name)) cpSync(join(scene.folder, name), join(folder, name), { recursive: true });
  await database.putBack(scene.folder, folder, isEarlier);
}

/** The files of SQLite itself, which are put back in another way. */
const isOfDatabase = (name: string): boolean => /^(?:gateway|earlier)\.db(?:-wal|-shm)?$/.test(name);
