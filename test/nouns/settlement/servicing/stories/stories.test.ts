import { expect, test } from 'vitest';
import { type Chance, chance } from '../../../../support/crash/chance.ts';
import { checkpointAll, verify } from '../../../../support/fixtures/audit-fixture.ts';
import { onPostgres } from '../../../../support/postgres/databases.ts';
import { ACTS } from './acts.ts';
import { check, checkMoment, checkReplay } from './checks.ts';
import { checkEvents, checkRepayments, checkState, checkTotals } from './checks-of-totals.ts';
import { openStage, type Stage } from './stage.ts';
import { beginStory, type Story } from './story.ts';
import { casesOf } from '../../../../support/wide-input.ts';

/** How many stories are played. A story takes twice as long on PostgreSQL. Thousands take an hour. */
const STORIES = Number(process.env['SERVICING_STORIES'] ?? (onPostgres() ? 15 : casesOf(20, 60)));
/** Stories on one gateway. After them its whole trail is verified. */
const STORIES_OF_STAGE = 80;
const [STEPS_MIN, STEPS_MAX] = [3, 16];
/** Steps that make good stories come more often. */
const OFTEN = ['record', 'record', 'record', 'report', 'confirm', 'reverse', 'reverse', 'undo', 'refund'];
/** Refusals of the rules. Any other error is a fault. */
const REFUSALS = new Set([
  'balance_insufficient',
  'conflict',
  'funding_status_invalid',
  'limit_reached',
  'parameter_invalid',
  'repayment_duplicate',
  'repayment_status_invalid',
]);

/** Time passes. What a statement says of the moment before must stay. */
async function pass(story: Story, luck: Chance): Promise<string> {
  const { stage } = story;
  const moment = stage.moment();
  const hours = story.pick([1, 20, 24, 72, 240]) ?? 1;
  stage.pass(hours);
  const path = story.statementPath(`&known_at=${moment}`);
  const { text } = await story.partner.rest('GET', path);
  story.moments.push({ path, text });
  const isClock = luck.below(4) === 0;
  if (isClock) await stage.clockWorks();
  return `${hours} hours pass${isClock ? ', and the clock works' : ''}`;
}

async function takeStep(story: Story, luck: Chance): Promise<void> {
  const name = luck.below(4) === 0 ? 'pass' : (story.pick([...OFTEN, ...Object.keys(ACTS)]) ?? 'record');
  const act = ACTS[name];
  if (act === undefined) {
    story.told.push(await pass(story, luck));
    return;
  }
  const before = (await story.entries()).length;
  const answered = await act(story);
  if (answered === null) return;
  const { code, data } = answered;
  story.told.push(`${name}: ${code ?? JSON.stringify(data)}`);
  if (code === null) return;
  expect(REFUSALS).toContain(code);
  expect((await story.entries()).length).toBe(before);
}

async function play(stage: Stage, luck: Chance): Promise<void> {
  const story = await beginStory(stage, luck);
  const length = STEPS_MIN + luck.below(STEPS_MAX - STEPS_MIN);
  const steps = ['disburse', ...Array.from({ length }, () => null)];
  try {
    for (const step of steps) {
      if (step === null) await takeStep(story, luck);
      else await ACTS[step]?.(story);
      await check(story);
      await checkEvents(story);
      await checkMoment(story);
      await checkReplay(story);
    }
    await checkState(story);
    await checkTotals(story);
    await checkRepayments(story);
  } catch (error) {
    throw new Error(`TEST_SEED=${luck.seed}, at ${stage.today()}:\n${story.told.join('\n')}`, {
      cause: error,
    });
  }
}

async function playOnStage(stories: number, luck: Chance): Promise<void> {
  const stage = await openStage();
  try {
    for (let played = 0; played < stories; played += 1) await play(stage, luck);
    await checkpointAll(stage);
    expect((await verify(stage)).findings).toEqual([]);
  } finally {
    await stage.close();
  }
}

const DEADLINE_MS = 6 * 3_600_000;

test(
  'after any operations, entries are balanced, balances are their sums, and no entry is rewritten',
  { timeout: DEADLINE_MS },
  async () => {
    const luck = chance(Number(process.env['TEST_SEED'] ?? 46));
    for (let played = 0; played < STORIES; played += STORIES_OF_STAGE)
      await playOnStage(Math.min(STORIES_OF_STAGE, STORIES - played), luck);
  },
);
