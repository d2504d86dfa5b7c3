import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { ConfigError, readConfig } from '../config.ts';
import { commandLine } from '../kernel/caller.ts';
import { execute } from '../pipeline/execute.ts';
import type { Ids, Operation } from '../pipeline/operation.ts';
import { openGateway } from '../run/open-gateway.ts';
import { plainTable, type Table } from './plain-table.ts';
import type { Terminal } from './terminal.ts';

export type Session = ReturnType<typeof createSession>;

/** What every command does: opens the gateway of the environment, runs one operation and prints what came of it. */
export function createSession(environment: NodeJS.ProcessEnv, terminal: Terminal, json: boolean) {
  return {
    async perform<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
      operation: Operation<RunIds, Schema, Subject, View>,
      ids: RunIds,
      input: Readonly<Record<string, unknown>>,
    ): Promise<View> {
      const config = readConfig(environment);
      if (config.databaseUrl === 'sqlite::memory:') {
        throw new ConfigError(
          'DATABASE_URL names a database in memory, which only the server itself can see.',
        );
      }
      await using gateway = await openGateway(config);
      const call = { caller: commandLine, requestId: randomUUID(), ids, input };
      return (await execute(gateway, operation, call)).view;
    },

    /** Tells the person at the terminal something that is no part of the answer. */
    say(sentence: string): void {
      terminal.err(`${sentence}\n`);
    },

    /** Prints the answer once: as JSON, or as a table for people, whose columns `cut` give way where a line is too long. */
    print(answer: unknown, table: Table, cut: readonly string[] = []): void {
      terminal.out(json ? `${JSON.stringify(answer)}\n` : plainTable(table, terminal.columns, cut));
    },
  };
}
