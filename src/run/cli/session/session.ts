import type { z } from 'zod';
import { type Config, readConfig } from '../../config/config.ts';
import { ConfigError } from '../../../kernel/config-error.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { OperationError, refusal } from '../../../kernel/errors.ts';
import { done } from '../../../pipeline/done.ts';
import { execute } from '../../../pipeline/execute.ts';
import type { Ids, Operation } from '../../../pipeline/operation.ts';
import type { PendingApproval } from '../../../pipeline/matter.ts';
import type { Engine, LaterMigrations } from '../../../engine/sql/engine.ts';
import { type OpenGateway, openGateway } from '../../open/open-gateway.ts';
import { type OpenRights, USE_DATABASE, USE_EXISTING } from '../../open/open-rights.ts';
import { withEngine } from '../../open/with-engine.ts';
import { commandCaller } from './caller.ts';
import type { Output } from '../output/output.ts';
import { world } from '../../../kernel/world.ts';

/** Thrown if a change waits for a second person, so that no command tells that it was done. */
export class WaitsForSecondPerson extends Error {
  readonly pending: PendingApproval;

  constructor(pending: PendingApproval) {
    super(
      `Nothing was changed: it waits for a second person (${pending.approval_id}) until ${pending.expires_at}.`,
    );
    this.pending = pending;
  }
}

export type Session = ReturnType<typeof createSession>;

/** Runs an operation. `inParts`: the command shows only a part of the view and records its disclosures itself. */
export type Perform = <RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  operation: Operation<RunIds, Schema, Subject, View>,
  ids: RunIds,
  input: Readonly<Record<string, unknown>>,
  about?: { readonly inParts?: boolean; readonly idempotencyKey?: string | null },
) => Promise<NonNullable<View>>;

/** What all commands share: open the gateway of the environment, run an operation, and print the result. */
export function createSession(environment: NodeJS.ProcessEnv, output: Output) {
  async function use<Result>(
    work: (gateway: OpenGateway) => Promise<Result>,
    rights: OpenRights = USE_EXISTING,
  ): Promise<Result> {
    await using gateway = await openGateway(configurationOf(environment), systemClock, {
      rights,
      onLaterTables: (later) => output.say(laterTables(later)),
    });
    return await work(gateway);
  }

  /** Runs operations on an opened gateway for the command line, as the APIs do for their callers. */
  const operate = <Result>(
    work: (perform: Perform, gateway: OpenGateway) => Promise<Result>,
    rights: OpenRights = USE_DATABASE,
  ): Promise<Result> =>
    use(async (gateway) => {
      const caller = await commandCaller(gateway, environment);
      return work(async (operation, ids, input, about = {}) => {
        const call = { caller, requestId: world.uuid(), ids, input, ...about };
        const outcome = await execute(gateway, operation, call);
        if (outcome.pending !== null) throw new WaitsForSecondPerson(outcome.pending);
        return done(outcome);
      }, gateway);
    }, rights);

  return {
    ...output,
    environment,

    operate,

    perform<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
      operation: Operation<RunIds, Schema, Subject, View>,
      ids: RunIds,
      input: Readonly<Record<string, unknown>>,
      rights: OpenRights = USE_DATABASE,
    ): Promise<NonNullable<View>> {
      return operate((perform) => perform(operation, ids, input), rights);
    },

    configuration: (): Config => configurationOf(environment),

    /** Opens the gateway for maintenance, which needs no operation. */
    use,

    /** Opens only the database, for work before a gateway exists. */
    useEngine: <Result>(work: (engine: Engine) => Promise<Result>): Promise<Result> =>
      withEngine(configurationOf(environment), work),

    /** Runs maintenance of stored data. The work may be interrupted at any moment and run again. */
    upkeep: <Result>(work: (gateway: OpenGateway) => Promise<Result>): Promise<Result> =>
      use((gateway) => work(gateway).catch(throwInterrupted)),
  };
}

/**
 * Throws the error of interrupted maintenance. Finished parts stay, so the error does not say that nothing was changed.
 */
function throwInterrupted(cause: unknown): never {
  const again = 'run it again to continue.';
  if (cause instanceof OperationError && cause.code === 'service_unavailable') {
    const [what] = cause.problems[0].says.split(/[;.]/, 1);
    throw refusal('service_unavailable', `${what}; ${again}`, { cause });
  }
  const kind = cause instanceof Error ? cause.name : typeof cause;
  throw refusal('internal_error', `The command ended with an unexpected ${kind}; ${again}`, { cause });
}

/** The warning if the tables are of a later version. */
export const laterTables = ({ last }: LaterMigrations): string =>
  `The tables of the database are of a later version of the gateway (${last}), which this one may not work with.`;

function configurationOf(environment: NodeJS.ProcessEnv): Config {
  const config = readConfig(environment);
  if (config.databaseUrl === 'sqlite::memory:')
    throw new ConfigError('DATABASE_URL names a database in memory, which only the server itself can see.');
  return config;
}
