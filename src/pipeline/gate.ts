import type { z } from 'zod';
import { packJson, unpackJson } from '../engine/json/text.ts';
import type { Call, Foundation } from './context.ts';
import { withSecretsLeftOut } from './kept-answer.ts';
import { fingerprintsOf } from './keyed-request.ts';
import type { Command, CommandContext, Ids } from './operation.ts';
import type { Checked, Finishing, Gate } from './perform.ts';
import type { Finish } from './second-person.ts';

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
): Gate<Checked<RunIds, z.output<Schema>, Subject>, View> | undefined {
  const { name, twoPeople, run, shownOnce } = command;
  if (twoPeople === undefined) return undefined;
  const { operation } = twoPeople;
  return async (given) => {
    if (!(await secondPerson.concerns(context, operation))) return null;
    const matter = await twoPeople.matter(context, given);
    if (matter === null) return null;
    const { ids, input } = call;
    const verdict = await secondPerson.ask(context, {
      name,
      operation,
      ids,
      input,
      matter,
      showsSecret: shownOnce !== undefined,
      fingerprints: async () =>
        (await fingerprintsOf({ db: context.db, ledger }, command, call)).fingerprints,
      attempt: (check) =>
        context.attempt(async () => {
          await run(context, given);
          await check();
        }),
    });
    if (verdict.kind === 'waits')
      return { pending: verdict.pending, view: await twoPeople.unchanged(context, given) };
    // This operation wrote the text, so it has the type of the operation's view.
    if (verdict.kind === 'shown') return { pending: null, view: unpackJson(verdict.text) };
    return verdict.finish === null ? null : finishing(command, verdict.finish);
  };
}

/** Runs a command for the second person, who sees no secret of its view. */
export function finishing<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  command: Command<RunIds, Schema, Subject, View>,
  finish: Finish,
): Finishing<View> {
  if (command.shownOnce === undefined)
    return {
      finish: async (view) => {
        await finish(null);
        return view;
      },
    };
  return {
    finish: async (view) => {
      await finish(packJson(view));
      return withSecretsLeftOut(command, view);
    },
  };
}
