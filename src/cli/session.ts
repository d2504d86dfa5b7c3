import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { foundedAny } from '../audit/founding.ts';
import { ConfigError, readConfig } from '../config.ts';
import { commandLine } from '../kernel/caller.ts';
import { systemClock } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import { execute } from '../pipeline/execute.ts';
import type { Ids, Operation } from '../pipeline/operation.ts';
import type { Engine } from '../db/engine.ts';
import { type OpenGateway, openGateway } from '../run/open-gateway.ts';
import { LOOK, type OpenRights } from '../run/open-rights.ts';
import { withEngine } from '../run/with-engine.ts';
import { plainTable, type Table } from './plain-table.ts';
import type { Terminal } from './terminal.ts';

export type Session = ReturnType<typeof createSession>;

/** What all commands share: opens the gateway of the environment, runs one operation, and prints its result. */
export function createSession(environment: NodeJS.ProcessEnv, terminal: Terminal, json: boolean) {
  let exitCode = 0;
  const columns = terminal.columns ?? Infinity;

  function configuration() {
    const config = readConfig(environment);
    if (config.databaseUrl === 'sqlite::memory:') {
      throw new ConfigError('DATABASE_URL names a database in memory, which only the server itself can see.');
    }
    return config;
  }

  async function use<Result>(
    work: (gateway: OpenGateway) => Promise<Result>,
    rights: OpenRights = LOOK,
  ): Promise<Result> {
    await using gateway = await openGateway(configuration(), systemClock, rights);
    if (foundedAny(gateway.founded)) terminal.err('Made the MACs of the records that were there.\n');
    return await work(gateway);
  }

  return {
    async perform<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
      operation: Operation<RunIds, Schema, Subject, View>,
      ids: RunIds,
      input: Readonly<Record<string, unknown>>,
      rights: OpenRights = LOOK,
    ): Promise<View> {
      const call = { caller: commandLine, requestId: randomUUID(), ids, input };
      return use(async (gateway) => (await execute(gateway, operation, call)).view, rights);
    },

    /** Whether the answer is JSON, for a program. */
    json,

    /** Prints a sentence beside the answer, on stderr, such as progress. */
    say(sentence: string): void {
      terminal.err(`${sentence}\n`);
    },

    /** Opens the gateway for maintenance, which is no operation. */
    use,

    /** Opens only the database, for work that comes before a gateway. */
    useEngine: <Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> =>
      withEngine(configuration(), work),

    /** Ends the command with exit code 1, for one that ran and found something wrong. */
    fail(lines: readonly string[]): void {
      exitCode = 1;
      if (!json) terminal.err(lines.map((line) => `${line}\n`).join(''));
    },

    exitCode: () => exitCode,

    /** Runs maintenance of stored data. It may be interrupted at any moment and run again. */
    async upkeep<Result>(work: (gateway: OpenGateway) => Promise<Result>): Promise<Result> {
      return use((gateway) =>
        work(gateway).catch((cause: unknown) => {
          const kind = cause instanceof Error ? cause.name : typeof cause;
          const sentence = `The command was broken off by an unforeseen ${kind}; run it again to go on.`;
          throw refusal('internal_error', sentence, { cause });
        }),
      );
    },

    /**
     * Prints an answer that may be too long for memory: each item as it comes, then the end. With --json all of it is
     * one object, whose first member is the list.
     */
    listing<Item>(member: string) {
      let items = 0;
      const begin = () => terminal.out(`{${JSON.stringify(member)}:[`);
      return {
        item(item: Item, line: string): void {
          if (json && items === 0) begin();
          terminal.out(json ? `${items > 0 ? ',' : ''}\n${JSON.stringify(item)}` : `${line}\n`);
          items += 1;
        },
        end(rest: object, table: Table): void {
          if (json && items === 0) begin();
          terminal.out(json ? `],${JSON.stringify(rest).slice(1)}\n` : plainTable(table, columns, []));
        },
      };
    },

    /**
     * Prints the whole answer: as JSON, or as a table in which the columns of `cut` are shortened where a line is too
     * long.
     */
    print(answer: unknown, table: Table, cut: readonly string[] = []): void {
      terminal.out(json ? `${JSON.stringify(answer)}\n` : plainTable(table, columns, cut));
    },
  };
}
