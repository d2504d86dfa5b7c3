import { beforeEach } from 'vitest';
import { onPostgres } from './postgres/databases.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped, as a sentence. */
    skipped?: string;
  }
}

/**
 * Options of a test or suite that needs something that a machine may lack. If it is missing, the tests are skipped,
 * and the end of the run says why.
 */
export const needs = (isThere: boolean, otherwise: string) =>
  isThere ? {} : { skip: true, meta: { skipped: otherwise } };

/** The same for all tests of a file. */
export function fileNeeds(isThere: boolean, otherwise: string): void {
  beforeEach(({ skip }) => skip(!isThere, otherwise));
}

/** For tests of something that only one kind of database has. */
export const needsPostgres = () => needs(onPostgres(), 'Runs on PostgreSQL alone, in the project postgres.');
export const needsSqlite = () => needs(!onPostgres(), 'Runs on SQLite alone, in the project sqlite.');

export const needsNginx = (isThere: boolean) =>
  needs(isThere, 'This machine has no nginx; it is in the package nginx-light of Debian.');
export const needsSmallDisk = (isThere: boolean) =>
  needs(isThere, 'This machine lets tests mount no small disk.');
