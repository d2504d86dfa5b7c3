import { refusal } from '../../../kernel/errors.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { world } from '../../../kernel/world.ts';
import { createPolicy, updatePolicy } from '../../../nouns/policy/policy.operations.ts';
import { listPolicies } from '../../../nouns/policy/policy-list.operations.ts';
import { GENERAL, type PolicyView } from '../../../nouns/policy/policy.present.ts';
import { getPolicyTrial, startPolicyTrial } from '../../../nouns/policy/trial.operations.ts';
import type { TrialView } from '../../../nouns/policy/trial.present.ts';
import { findRunningTrial } from '../../../nouns/policy/trial-work.operations.ts';
import { afterCommitOf } from '../../../pipeline/execute.ts';
import type { OpenGateway } from '../../open/open-gateway.ts';
import { readTrial } from '../../upkeep/policy-trials.ts';
import type { Perform, Session } from '../session/session.ts';
import type { PolicyFile } from './policy-file.ts';

/** Milliseconds between two looks at a trial that another process reads. */
const LOOK_MS = 500;
/** Milliseconds without progress after which the command gives up: several times the claim of a killed process. */
const STALLED_MS = 120_000;
/** Milliseconds of the time that a trial reads if none is given: a year. */
const USUAL_MS = 365 * 86_400_000;

/** The version of a file's rules: the live one, or else the shadow, or else the newest draft; null if there is none. */
export async function versionOf(perform: Perform, { hash }: PolicyFile): Promise<PolicyView | null> {
  for (const state of ['live', 'shadow', 'draft'] as const) {
    const { rows } = await perform(listPolicies, {}, { hash, state, limit: 1 });
    const [version] = rows;
    if (version instanceof Error) throw version;
    if (version !== undefined) return version;
  }
  return null;
}

/** The version of a file, made if no version has its rules. A draft takes the purpose and the note of the file. */
export async function savedVersion(perform: Perform, policy: PolicyFile) {
  const { scope, content } = policy;
  const found = await versionOf(perform, policy);
  if (found === null) {
    const partner_id = scope === GENERAL ? null : scope;
    return { isNew: true, version: await perform(createPolicy, {}, { partner_id, ...content }) };
  }
  const isSame = found.purpose === content.purpose && found.note === content.note;
  if (found.state !== 'draft' || isSame) return { isNew: false, version: found };
  return { isNew: false, version: await perform(updatePolicy, { policy_id: found.policy_id }, content) };
}

type Opened = readonly [perform: Perform, gateway: OpenGateway];

interface Time {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Starts a trial. If one of the same rules runs already, and no time was asked for, it is this one. */
export async function begunTrial(
  [perform, gateway]: Opened,
  version: PolicyView,
  { from, until }: Time,
): Promise<{ readonly isJoined: boolean; readonly trial: TrialView }> {
  if (from === undefined && until === undefined) {
    const running = await runningOf([perform, gateway], version);
    if (running !== null) return { isJoined: true, trial: running };
  }
  const time = {
    from: from ?? timestamp(new Date(world.time() - USUAL_MS)),
    until: until ?? timestamp(new Date(world.time())),
  };
  return { isJoined: false, trial: await perform(startPolicyTrial, { policy_id: version.policy_id }, time) };
}

async function runningOf([perform, gateway]: Opened, { hash }: PolicyView): Promise<TrialView | null> {
  const trial_id = await afterCommitOf(gateway).perform(findRunningTrial, {}, {});
  const trial = trial_id === null ? null : await perform(getPolicyTrial, { trial_id }, {});
  return trial?.state === 'running' && trial.hash === hash ? trial : null;
}

/** Reads a trial to its end, or waits for the process that reads it. Says how far it is. */
export async function readToItsEnd(
  session: Session,
  [perform, gateway]: Opened,
  trial_id: string,
): Promise<TrialView> {
  let [done, since] = [-1, world.elapsedMs()];
  const look = async (): Promise<TrialView> => {
    const trial = await perform(getPolicyTrial, { trial_id }, {});
    if (trial.done !== done) [done, since] = [trial.done, world.elapsedMs()];
    if (trial.state === 'running')
      session.progress(`${trial.done} of ${trial.total ?? 'an unknown number of'} decisions`);
    return trial;
  };
  const reader = {
    lease: world.uuid(),
    isStopping: () => false,
    onPage: async () => void (await look()),
  };
  for (;;) {
    await readTrial(gateway, reader);
    const trial = await look();
    if (trial.state !== 'running') return trial;
    if (world.elapsedMs() - since > STALLED_MS)
      throw refusal('service_unavailable', `The trial ${trial_id} does not go on; run the command again.`);
    await world.pause(LOOK_MS);
  }
}
