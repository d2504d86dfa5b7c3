import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { claimPolicyTrial } from '../../../src/nouns/policy/trial-work.operations.ts';
import { runCommandLine } from '../../../src/run/cli/command-line.ts';
import { afterCommitOf } from '../../../src/pipeline/execute.ts';
import { approve } from '../../support/fixtures/people.ts';
import { json, openPeopleLines } from '../../support/fixtures/people-lines.ts';

const EXAMPLE = new URL('../../../src/pages/docs/guides/policy-example.json', import.meta.url);

const { shared, machine, people, as, lineWith, close } = await openPeopleLines(
  'twoPeople: [{ operation: POLICY, rule: ALWAYS }]',
);
afterAll(close);

const SMALL = {
  scope: 'all',
  otherwise: 'REVIEW',
  rules: [{ key: 'large', when: 'amount > 100', then: 'DENY', reason: 'CREDIT_POLICY' }],
};

function fileOf(content: unknown): string {
  const file = join(machine.folder, 'policy.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** A trial of a file that runs, and what it has said so far. */
function told(file: string) {
  let text = '';
  const environment = { ...shared, NODE_ENV: 'test', DATA_DIR: machine.folder };
  const terminal = { out: () => {}, err: (said: string) => void (text += said), columns: null };
  return {
    code: runCommandLine(['policy', 'trial', file], environment, terminal),
    text: () => text,
    async until(word: string) {
      await expect.poll(() => text).toContain(word);
    },
  };
}

const rule = (changes: object) => ({ ...SMALL, rules: [{ ...SMALL.rules[0], ...changes }] });
/** Everything that could have been written. */
const policiesNow = () => people.gateway.database.reads.selectFrom('policy').selectAll().execute();

describe('policy check', () => {
  test('finds no fault in the example beside the guide, without a gateway', async () => {
    const alone = lineWith({ DATABASE_URL: 'postgres://nobody@localhost:1/none' });
    const file = fileOf(readFileSync(EXAMPLE, 'utf8'));
    const shown = await json(alone, 'policy', 'check', file);
    expect(shown).toEqual({
      scope: 'all',
      rules: 10,
      otherwise: 'review',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      faults: [],
    });
    expect((await alone.run('policy', 'check', file)).out).toMatch(/^rules +10$/m);
  });

  test.each([
    ['an unknown fact', rule({ when: 'charge > 1' }), 'rules[0].when', 'large', /\(character 1\)$/],
    ['a fact of another type', rule({ when: 'amount > "a"' }), 'rules[0].when', 'large', /character/],
    ['a word that is none', rule({ then: 'PASS' }), 'rules[0].then', 'large', /^must be one of deny/],
    ['a reason to approve', rule({ then: 'APPROVE' }), 'rules[0].reason', 'large', /only stand in a rule/],
    ['a member of another name', rule({ whem: 'true' }), 'rules[0].whem', 'large', /did you mean when\?$/],
    ['no rules', { ...SMALL, rules: [] }, 'rules', null, /at least 1 item/],
    ['another scope', { ...SMALL, scope: 'ours' }, 'scope', null, /"all", or the id of a partner/],
    ['a list', [SMALL], 'file', null, /^must be a JSON object$/],
    ['a comma too many', '{\n  "scope": "all",\n}', 'file', null, /^is not JSON: at line 3, column 1 /],
    ['nothing', '', 'file', null, /^is not JSON: it is empty$/],
  ])('says where %s is, fails, and writes nothing', async (_name, content, place, key, says) => {
    const file = fileOf(content);
    const before = await policiesNow();
    const fault = { place, rule: key, says: expect.stringMatching(says) };
    for (const command of ['check', 'trial', 'publish']) {
      const { code, out } = await machine.run('policy', command, file, '--json');
      expect({ code, ...JSON.parse(out) }).toEqual({ code: 1, faults: [fault] });
    }
    const said = await machine.runIn(null, 'policy', 'check', file);
    expect(said).toMatchObject({ code: 1, err: 'The file has a fault.\n' });
    expect(said.out).toContain(place);
    expect(await policiesNow()).toEqual(before);
  });

  test('says several faults at once', async () => {
    const file = fileOf({ ...rule({ when: 'charge > 1', rate: 2 }), otherwise: 'no' });
    const { code, out, err } = await machine.run('policy', 'check', file);
    expect({ code, err }).toEqual({ code: 1, err: 'The file has 3 faults.\n' });
    expect(out.match(/^(?:otherwise|rules\[0\]\.\w+) /gm)).toHaveLength(3);
  });

  test('names a file that is not there', async () => {
    const none = await machine.run('policy', 'check', join(machine.folder, 'none.json'));
    expect(none).toEqual({ code: 1, out: '', err: 'The file must be a file that can be read.\n' });
  });
});

describe('policy trial and policy publish', () => {
  test('make a draft of a file once, try it, and publish it with a second person, once', async () => {
    const file = fileOf(SMALL);
    const early = await machine.run('policy', 'publish', file);
    expect(early).toMatchObject({ code: 1, err: expect.stringMatching(/^No version has .* policy trial/) });

    const approved = await people.submit();
    await approve(people.ann, approved);
    const tried = await json(as.ann, 'policy', 'trial', file);
    expect(tried).toMatchObject({ created: true, policy_state: 'draft', state: 'finished', done: 1 });
    expect(tried.groups).toContainEqual(
      expect.objectContaining({ kept: 'approve', verdict: 'deny', changed: true, count: 1 }),
    );
    const { policy_id, hash } = tried;
    expect(hash).toBe((await json(machine, 'policy', 'check', file)).hash);

    const again = await as.ann.runIn(null, 'policy', 'trial', file);
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining(`${policy_id} (draft) has these`) });
    expect(again.err).toMatch(/^1 of 1 decisions would change\.$/m);
    expect(again.out).toMatch(/^approve +deny +yes +1 +HKD [\d.]+$/m);
    expect((await json(machine, 'policy', 'list', '--hash', hash)).policies).toHaveLength(1);

    // The machine is no person.
    expect(await machine.run('policy', 'publish', file)).toMatchObject({ code: 1, out: '' });
    for (const _time of ['first', 'again']) {
      const waits = await as.ann.run('policy', 'publish', file, '--json');
      expect({ code: waits.code, err: waits.err }).toEqual({ code: 3, err: '' });
      expect(JSON.parse(waits.out).pending_approval).toMatchObject({ maker: 'Ann' });
    }
    expect((await as.ann.run('policy', 'publish', file)).out).toMatch(/waits for a second person \(apv_/);
    const live = await json(as.bob, 'policy', 'publish', file);
    expect(live).toMatchObject({ policy_id, state: 'live', hash, changed: true });

    const known = await policiesNow();
    expect(await json(machine, 'policy', 'publish', file)).toEqual({ ...live, changed: false });
    const repeated = await machine.run('policy', 'publish', file);
    expect(repeated).toMatchObject({
      code: 0,
      err: `These rules are live already, since ${live.published_at}.\n`,
    });
    expect(await policiesNow()).toEqual(known);
  });

  test('publish nothing that was not tried, and take note and purpose of a file into its draft', async () => {
    const changed = rule({ when: 'amount > 200' });
    await json(as.ann, 'policy', 'trial', fileOf(changed));
    const { policy_id } = await json(
      as.ann,
      'policy',
      'trial',
      fileOf({ ...changed, note: 'Agreed in May' }),
    );
    const [draft] = (await json(machine, 'policy', 'list', '--state', 'draft')).policies;
    expect(draft).toMatchObject({ policy_id, note: 'Agreed in May' });
    const untried = await people.ann.graphql(
      `mutation { createPolicy(input: { otherwise: REVIEW, rules: [{ key: "a", when: "true", then: DENY }] }) { id } }`,
    );
    const { id } = untried.json.data.createPolicy;
    const file = fileOf({ otherwise: 'review', rules: [{ key: 'a', when: 'true', then: 'deny' }] });
    expect(await as.ann.run('policy', 'publish', file)).toMatchObject({
      code: 1,
      err: 'The rules of this file are not tried. Try them first: policy trial <file>.\n',
    });
    expect(await as.ann.run('policy', 'retire', id)).toMatchObject({ code: 3 });
  });

  test('fail if another trial runs, or a person cancels this one', async () => {
    const made = await people.ann.graphql(
      `mutation { createPolicy(input: { otherwise: REVIEW, rules: [{ key: "b", when: "true", then: DENY }] }) { id } }`,
    );
    const { id } = made.json.data.createPolicy;
    const { json: started } = await people.ann.graphql(
      `mutation ($id: ID!) { startPolicyTrial(id: $id, from: "2001-01-01T00:00:00Z", until: "2100-01-01T00:00:00Z") { trialId } }`,
      { id },
    );
    const { trialId: trial_id } = started.data.startPolicyTrial;
    const other = await as.ann.run('policy', 'trial', fileOf(SMALL));
    expect(other).toMatchObject({
      code: 1,
      err: expect.stringContaining(`The trial ${trial_id} is running`),
    });

    // A process has claimed it, so the command waits for its end.
    await afterCommitOf(people.gateway).perform(claimPolicyTrial, { trial_id }, { lease: 'another' });
    const file = fileOf({ otherwise: 'review', rules: [{ key: 'b', when: 'true', then: 'deny' }] });
    const said = told(file);
    await said.until(trial_id);
    await people.ann.graphql('mutation ($id: ID!) { cancelPolicyTrial(id: $id) { state } }', {
      id: trial_id,
    });
    expect(await said.code).toBe(1);
    expect(said.text()).toMatch(/^A trial of these rules runs already: /m);
    expect(said.text()).toMatch(new RegExp(`The trial ${trial_id} is cancelled: `));
  });
});
