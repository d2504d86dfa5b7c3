import type { z } from 'zod';
import type { Call, Foundation } from './context.ts';
import { fingerprintsOf } from './keyed-request.ts';
import type { Command, CommandContext, Ids } from './operation.ts';
import type { Checked, Waiting } from './perform.ts';

interface About<RunIds extends Ids> {
  readonly context: CommandContext;
  readonly call: Call<RunIds>;
}

/**
 * What stands between a valid call of a command and its change: the rule of two people. Undefined if no rule can
 * concern the command.
 */
export function gateOf<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  { secondPerson, ledger }: Pick<Foundation, 'secondPerson' | 'ledger'>,
  command: Command<RunIds, Schema, Subject, View>,
  { context, call }: About<RunIds>,
): ((given: Checked<RunIds, z.output<Schema>, Subject>) => Promise<Waiting<View> | null>) | undefined {
  const { name, twoPeople, run } = command;
  if (twoPeople === undefined) return undefined;
  const { operation } = twoPeople;
  return async (given) => {
    if (!(await secondPerson.concerns(context, operation))) return null;
    const matter = await twoPeople.matter(context, given);
    if (matter === null) return null;
    const { ids, input } = call;
    const pending = await secondPerson.ask(context, {
      name,
      operation,
      ids,
      input,
      matter,
      fingerprints: async () =>
        (await fingerprintsOf({ db: context.db, ledger }, command, call)).fingerprints,
      attempt: () => context.attempt(async () => run(context, given)),
    });
    return pending === null ? null : { pending, view: await twoPeople.unchanged(context, given) };
  };
}
