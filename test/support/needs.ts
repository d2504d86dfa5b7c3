import { beforeEach } from 'vitest';
import { onPostgres } from './postgres/databases.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped, as a sentence. */
    skipped?: string;
  }
}

/**
 * Options of a test, or of a suite for all its tests, that needs what a machine may lack. If it is not there the tests
 * are skipped, and the end of the run says why.
 */
export const needs = (isThere: boolean, otherwise: string) =>
  isThere ? {} : { skip: true, meta: { skipped: otherwise } };

/** The same for all tests of a file. */
export function fileNeeds(isThere: boolean, otherwise: string): void {
  beforeEach(({ skip }) => skip(!isThere, otherwise));
}

/** For what one kind of database alone has. */
export const needsPostgres = () => needs(onPostgres(), 'Runs on PostgreSQL alone, in the project postgres.');
export const needsSqlite = () => needs(!onPostgres(), 'Runs on SQLite alone, in the project sqlite.');

export const needsNginx = (isThere: boolean) =>
  needs(isThere, 'This machine has no nginx; it is in the package nginx-light of Debian.');
export const needsSmallDisk = (isThere: boolean) =>
  needs(isThere, 'This machine lets tests mount no small disk.');
