import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { ConfigError } from '../../kernel/config-error.ts';
import { UpTo999 } from './number-values.ts';

/** The most processes of one start. Each takes some 130 MiB and its own connections to the database. */
const PROCESSES_MAX = 64;

/** The rule for the variable PROCESSES. */
export const Processes = z
  .union([z.literal('auto'), UpTo999.pipe(z.number().max(PROCESSES_MAX))])
  .default(1)
  .describe(`must be auto or a number of processes from 1 to ${PROCESSES_MAX}`);

/** How many processes run. Throws ConfigError for more than one on SQLite. */
export function processesOf(value: z.output<typeof Processes>, isServer: boolean): number {
  if (value !== 1 && !isServer)
    throw new ConfigError('PROCESSES needs PostgreSQL in DATABASE_URL: a file of SQLite has one writer.');
  return value === 'auto' ? availableParallelism() : value;
}
