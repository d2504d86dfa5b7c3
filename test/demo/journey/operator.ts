import { z } from 'zod';
import { type Client, createClient } from '../client.ts';
import type { CommandLine, RunCommand } from '../command-line.ts';
import { demand, type Step } from '../step.ts';

/** How the demo may act for the provider: by a key, or by the environment of a gateway whose data is here. */
export interface OperatorAccess {
  readonly key?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Whether cases are left in the queues of operators. */
  readonly keep?: boolean;
  /** How commands run in this environment; each in a process of its own if it is left out. */
  readonly runCommand?: RunCommand;
}

interface Access {
  readonly client: Client;
  readonly commandLine: CommandLine | null;
  readonly key: string | undefined;
}

const MadePerson = z.looseObject({ operator_id: z.string() });
const MadeKey = z.looseObject({ key_id: z.string(), api_key: z.string() });
const RevokedKey = z.looseObject({ key_id: z.string() });

/** Works with the key that was given, or with one that ends with the work. False if there is neither. */
export async function asOperator(
  { client: { base }, commandLine, key }: Access,
  work: (operator: Client) => Promise<void>,
): Promise<boolean> {
  if (key !== undefined && key !== '') {
    await work(createClient({ baseUrl: base, apiKey: key }));
    return true;
  }
  if (commandLine === null) return false;
  const { partnerId, run } = commandLine;
  // The end is for a demo that is killed before it revokes the key.
  const { operator_id } = await run(MadePerson, 'operator', 'create', 'Demo operator');
  const options = ['--operator', operator_id, '--name', 'demo operator', '--expires-in', '1h'];
  const made = await run(MadeKey, 'key', 'create', partnerId, ...options);
  try {
    await work(createClient({ baseUrl: base, apiKey: made.api_key }));
  } finally {
    await run(RevokedKey, 'key', 'revoke', made.key_id);
    await run(MadePerson, 'operator', 'disable', operator_id);
  }
  return true;
}

const Checkpointed = z.looseObject({
  checkpoints: z.array(z.strictObject({ number: z.int(), hash: z.string(), events: z.int() })),
});
const Verified = z.looseObject({ intact: z.boolean(), checkpoints: z.int(), checkpointed_events: z.int() });

/** The trail of all that was done, under checkpoints and verified. */
export async function walkAudit({ run }: CommandLine, step: Step): Promise<void> {
  await step(
    'make a checkpoint of the trail',
    () => run(Checkpointed, 'audit', 'checkpoint'),
    ({ checkpoints }) => `${checkpoints.length} new checkpoint${checkpoints.length === 1 ? '' : 's'}`,
  );

  await step(
    'verify the trail',
    async () => {
      const report = await run(Verified, 'audit', 'verify');
      demand(report.intact, 'the trail is not as the gateway wrote it.');
      demand(report.checkpoints > 0, 'there is no checkpoint.');
      return report;
    },
    ({ checkpoints, checkpointed_events }) =>
      `intact, ${checkpoints} checkpoints over ${checkpointed_events} events`,
  );
}
