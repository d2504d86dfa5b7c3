import { useStepsWithNotice, type Step } from '../steps.tsx';
import { type Once, run } from '../api.ts';
import {
  PublishPolicyDocument,
  RetirePolicyDocument,
  ShadowPolicyDocument,
  type PolicyState,
  type WholePolicyFragment,
} from '../generated/graphql.ts';
import { Button } from '../parts.tsx';
import { href } from '../route.ts';
import { mayDo } from '../session-state.ts';
import { saysOfAll } from './policy-words.tsx';

interface PolicyStep {
  readonly name: string;
  /** The colour of its button. */
  readonly tone: 'good' | 'bad' | 'plain';
  readonly from: readonly PolicyState[];
  readonly send: (id: string, once: Once) => Promise<unknown>;
  readonly about: string;
  readonly done: string;
}

const PUBLISH: PolicyStep = {
  name: 'Publish',
  tone: 'good',
  from: ['DRAFT', 'SHADOW'],
  send: (id, once) => run(PublishPolicyDocument, { id }, once),
  about:
    'It decides from now on. The present live version of its scope is retired. It can no longer be changed.',
  done: 'It is live now.',
};

/** What a person may do with a version, as its machine allows. */
const STEPS: readonly PolicyStep[] = [
  {
    name: 'Shadow',
    tone: 'plain',
    from: ['DRAFT'],
    send: (id, once) => run(ShadowPolicyDocument, { id }, once),
    about:
      'It is evaluated beside the live version, and its result is only noted in each decision. The present shadow of its scope is retired. It can no longer be changed.',
    done: 'It is the shadow now.',
  },
  PUBLISH,
  {
    name: 'Retire',
    tone: 'bad',
    from: ['DRAFT', 'SHADOW', 'LIVE'],
    send: (id, once) => run(RetirePolicyDocument, { id }, once),
    about:
      'It evaluates nothing any more. If it is the live version, requests that it would decide wait for a person.',
    done: 'It was retired.',
  },
];

/** Why a version cannot be published yet; null if it can, or if that is not its next step. The gateway has the last word. */
function whyNotYet({ state, isTried, trial }: WholePolicyFragment): string | null {
  if (isTried || !PUBLISH.from.includes(state)) return null;
  return trial?.state === 'RUNNING'
    ? 'It can be published when its trial is finished.'
    : 'It can be published after a finished trial of its present rules.';
}

interface StepsOptions {
  readonly policy: WholePolicyFragment;
  readonly changed: () => void;
}

/** The buttons of a version. */
export function PolicySteps({ policy, changed }: StepsOptions) {
  const { id, state } = policy;
  if (!mayDo('WRITE')) return null;
  const notYet = whyNotYet(policy);
  return (
    <div class="head-actions">
      {state === 'DRAFT' && (
        <a class="button" href={href('policy', id, 'edit')}>
          Change
        </a>
      )}
      {STEPS.filter(({ from }) => from.includes(state)).map((step) => (
        <StepButton key={step.name} policy={policy} step={step} changed={changed} />
      ))}
      <a class="button quiet" href={href('policy', 'new', { from: id })}>
        Copy into a draft
      </a>
      {notYet !== null && (
        <p id={WHY_ID} class="faint whole-line">
          {notYet}
        </p>
      )}
    </div>
  );
}

const WHY_ID = 'why-not-published';

/** Publishes a version from below the result of its trial. */
export const PublishTried = ({ policy, changed }: StepsOptions) =>
  policy.isTried && PUBLISH.from.includes(policy.state) && mayDo('WRITE') ? (
    <div class="actions gap">
      <StepButton policy={policy} step={PUBLISH} changed={changed} name="Publish this version" />
    </div>
  ) : null;

interface ButtonOptions extends StepsOptions {
  readonly step: PolicyStep;
  readonly name?: string;
}

function StepButton({ policy, step, changed, name = step.name }: ButtonOptions) {
  const { begin, dialog } = useStepsWithNotice(changed);
  const isTooEarly = step === PUBLISH && whyNotYet(policy) !== null;
  return (
    <>
      <Button
        class={step.tone === 'plain' ? undefined : step.tone}
        disabled={isTooEarly}
        aria-describedby={isTooEarly ? WHY_ID : undefined}
        onClick={() => begin(asked(policy, step))}
      >
        {name}
      </Button>
      {dialog}
    </>
  );
}

const asked = (policy: WholePolicyFragment, { name, tone, about, done, send }: PolicyStep): Step => ({
  name,
  tone: tone === 'bad' ? 'bad' : 'good',
  title: `${name} the policy`,
  done,
  fields: () => (
    <>
      <p>{about}</p>
      {tone !== 'bad' && saysOfAll(policy) !== null && <p class="danger">{saysOfAll(policy)}</p>}
    </>
  ),
  send: (_form, once) => send(policy.id, once),
});
