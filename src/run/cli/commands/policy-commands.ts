import { z } from 'zod';
import { decimalAmount } from '../../../kernel/currency.ts';
import { refusal } from '../../../kernel/errors.ts';
import { listPolicies } from '../../../nouns/policy/policy-list.operations.ts';
import { publishPolicy, retirePolicy } from '../../../nouns/policy/policy.operations.ts';
import type { PolicyView } from '../../../nouns/policy/policy.present.ts';
import { StartTrialInput } from '../../../nouns/policy/trial.input.ts';
import { listTrialsOfPolicies } from '../../../nouns/policy/trial.operations.ts';
import type { TrialGroup, TrialView } from '../../../nouns/policy/trial.present.ts';
import { factsTable, rowsTable } from '../output/tables.ts';
import type { Perform, Session } from '../session/session.ts';
import { command, listCommand, operationCommand } from './command.ts';
import { type Fault, type PolicyFile, readPolicyFile } from './policy-file.ts';
import { begunTrial, readToItsEnd, savedVersion, versionOf } from './policy-trial.ts';

const { from, until } = StartTrialInput.shape;
const file = z.string().describe('The file with the rules.');

export default {
  says: 'rules that decide on requests, kept in files',
  commands: [
    command({
      name: 'check',
      says: 'check the rules of a file, without a gateway; nothing is saved',
      takes: z.strictObject({ file }),
      places: ['file'],
      async run(session, asked) {
        const policy = await checked(session, asked.file);
        if (policy === null) return;
        const { scope, hash, content } = policy;
        const shown = { scope, rules: content.rules.length, otherwise: content.otherwise, hash };
        session.print({ ...shown, faults: [] }, factsTable(Object.entries(shown)));
      },
    }),
    command({
      name: 'trial',
      says: 'try the rules of a file on past decisions; makes a draft of them if no version has them',
      takes: z.strictObject({
        file,
        from: from.optional().describe('Only decisions since this moment or day (default: a year ago).'),
        until: until.optional().describe('Only decisions until this moment or day (default: now).'),
      }),
      places: ['file'],
      async run(session, { file: name, ...time }) {
        const policy = await checked(session, name);
        if (policy !== null) await tryRules(session, policy, time);
      },
    }),
    command({
      name: 'publish',
      says: 'let the rules of a file decide, after their trial; does nothing if they are live already',
      takes: z.strictObject({ file }),
      places: ['file'],
      async run(session, asked) {
        const policy = await checked(session, asked.file);
        if (policy === null) return;
        const { isChanged, version } = await session.operate((perform) => published(perform, policy));
        const { policy_id, state, hash, published_at } = version;
        const shown = { policy_id, state, hash, published_at };
        if (!isChanged && session.format !== 'json')
          session.say(`These rules are live already, since ${published_at ?? 'an unknown time'}.`);
        session.print({ ...shown, changed: isChanged }, factsTable(Object.entries(shown)));
      },
    }),
    listCommand({
      name: 'list',
      says: 'list the versions of policies, also retired ones, the newest first',
      operation: listPolicies,
      ids: z.object({}),
      member: 'policies',
      id: 'policy_id',
      columns: ['policy_id', 'partner_id', 'state', 'hash', 'purpose', 'owner', 'created_at', 'published_at'],
      onTerminal: ['policy_id', 'partner_id', 'state', 'created_at', 'purpose'],
    }),
    operationCommand({
      name: 'retire',
      says: 'end a version of a policy; without a live one, requests wait for an operator',
      operation: retirePolicy,
      ids: z.object({ policy_id: z.string() }),
      shows: ({ policy_id, state, hash, retired_at }) => ({ policy_id, state, hash, retired_at }),
    }),
  ],
};

/** The policy of a file. If it has faults, they are printed, the command fails, and the result is null. */
async function checked(session: Session, name: string): Promise<PolicyFile | null> {
  const read = await readPolicyFile(name);
  if ('policy' in read) return read.policy;
  const { faults } = read;
  session.print({ faults }, rowsTable<Fault>(faults, ['place', 'rule', ['fault', ({ says }) => says]]));
  session.fail([faults.length === 1 ? 'The file has a fault.' : `The file has ${faults.length} faults.`]);
  return null;
}

async function tryRules(session: Session, policy: PolicyFile, time: Parameters<typeof begunTrial>[2]) {
  const { isNew, version, trial } = await session.operate(async (perform, gateway) => {
    const saved = await savedVersion(perform, policy);
    const { policy_id, state } = saved.version;
    const tells = session.format === 'json' ? () => {} : session.say;
    tells(saved.isNew ? `Made the draft ${policy_id}.` : `${policy_id} (${state}) has these rules.`);
    const { isJoined, trial: begun } = await begunTrial([perform, gateway], saved.version, time);
    if (isJoined) tells(`A trial of these rules runs already: ${begun.trial_id}.`);
    return { ...saved, trial: await readToItsEnd(session, [perform, gateway], begun.trial_id) };
  });
  const groups = trial.groups.filter(({ count }) => count > 0);
  session.print({ created: isNew, policy_state: version.state, ...trial }, rowsTable(groups, COLUMNS));
  if (trial.state === 'finished') {
    if (session.format !== 'json') session.say(resultIn(trial));
  } else session.fail([`The trial ${trial.trial_id} is ${trial.state}: ${resultIn(trial)}`]);
}

const COLUMNS = [
  ['decided', ({ kept }: TrialGroup) => kept],
  ['policy', ({ verdict }: TrialGroup) => verdict],
  ['changed', ({ changed }: TrialGroup) => (changed ? 'yes' : 'no')],
  ['decisions', ({ count }: TrialGroup) => count],
  ['amounts', ({ amounts }: TrialGroup) => amounts.map(amountIn).join(', ')],
] as const;

/** Sums can be too large for a number. */
const amountIn = ({ currency, amount }: TrialGroup['amounts'][number]): string =>
  `${currency} ${decimalAmount(BigInt(amount), currency)}`;

function resultIn({ done, changed, failed, unreadable }: TrialView): string {
  if (done === 0) return 'There is no decision to try them on.';
  const others = [
    failed > 0 && `${failed} with a rule that could not be evaluated`,
    unreadable > 0 && `${unreadable} that could not be read`,
  ].filter((part) => part !== false);
  return `${changed} of ${done} decisions would change${others.map((part) => `, ${part}`).join('')}.`;
}

async function published(perform: Perform, policy: PolicyFile) {
  const untried = (says: string) => refusal('conflict', `${says} Try them first: policy trial <file>.`);
  const version = await versionOf(perform, policy);
  if (version === null) throw untried('No version has the rules of this file.');
  const { policy_id, state } = version;
  if (state === 'live') return { isChanged: false, version };
  if (!(await isTried(perform, version))) throw untried('The rules of this file are not tried.');
  return { isChanged: true, version: await perform(publishPolicy, { policy_id }, {}) };
}

async function isTried(perform: Perform, { policy_id }: PolicyView): Promise<boolean> {
  const trials = (await perform(listTrialsOfPolicies, {}, { policy_ids: [policy_id] })).get(policy_id);
  if (trials instanceof Error) throw trials;
  return trials?.isTried === true;
}
