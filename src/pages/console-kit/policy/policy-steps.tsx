import { useState } from 'preact/hooks';
import { run } from '../api.ts';
import { Dialog } from '../dialog.tsx';
import {
  PublishPolicyDocument,
  RetirePolicyDocument,
  ShadowPolicyDocument,
  TryPolicyDocument,
  type PolicyState,
  type WholePolicyFragment,
} from '../generated/graphql.ts';
import { say } from '../parts.tsx';
import { href } from '../route.ts';
import { mayDo } from '../session-state.ts';
import { saysOfAll } from './policy-words.tsx';

interface PolicyStep {
  readonly name: string;
  /** The colour of its button. */
  readonly tone: 'good' | 'bad' | 'plain';
  readonly from: readonly PolicyState[];
  readonly send: (id: string, idempotencyKey: string) => Promise<unknown>;
  readonly about: string;
  readonly done: string;
}

/** What a person may do with a version, as its machine allows. */
const STEPS: readonly PolicyStep[] = [
  {
    name: 'Try',
    tone: 'plain',
    from: ['DRAFT', 'SHADOW'],
    send: (id, idempotencyKey) => run(TryPolicyDocument, { id }, { idempotencyKey }),
    about:
      'It evaluates all past decisions in the background, and changes none of them. A version can be published after that.',
    done: 'The trial has begun.',
  },
  {
    name: 'Shadow',
    tone: 'plain',
    from: ['DRAFT'],
    send: (id, idempotencyKey) => run(ShadowPolicyDocument, { id }, { idempotencyKey }),
    about:
      'It is evaluated beside the live version, and its result is only noted in each decision. The present shadow of its scope is retired. It can no longer be changed.',
    done: 'It is the shadow now.',
  },
  {
    name: 'Publish',
    tone: 'good',
    from: ['DRAFT', 'SHADOW'],
    send: (id, idempotencyKey) => run(PublishPolicyDocument, { id }, { idempotencyKey }),
    about:
      'It needs a finished trial of its rules on past decisions. It decides from now on. The present live version of its scope is retired. It can no longer be changed.',
    done: 'It is live now.',
  },
  {
    name: 'Retire',
    tone: 'bad',
    from: ['DRAFT', 'SHADOW', 'LIVE'],
    send: (id, idempotencyKey) => run(RetirePolicyDocument, { id }, { idempotencyKey }),
    about:
      'It evaluates nothing any more. If it is the live version, requests that it would decide wait for a person.',
    done: 'It was retired.',
  },
];

interface StepsOptions {
  readonly policy: WholePolicyFragment;
  readonly changed: () => void;
}

/** The buttons of a version. */
export function PolicySteps({ policy, changed }: StepsOptions) {
  const [step, setStep] = useState<PolicyStep | null>(null);
  const { id, state } = policy;
  if (!mayDo('WRITE')) return null;
  return (
    <div class="head-actions">
      {state === 'DRAFT' && (
        <a class="button" href={href('policy', id, 'edit')}>
          Change
        </a>
      )}
      {STEPS.filter(({ from }) => from.includes(state)).map((each) => (
        <button
          key={each.name}
          type="button"
          class={each.tone === 'plain' ? undefined : each.tone}
          onClick={() => setStep(each)}
        >
          {each.name}
        </button>
      ))}
      <a class="button quiet" href={href('policy', 'new', { from: id })}>
        Copy into a draft
      </a>
      {step !== null && (
        <AskStep
          policy={policy}
          step={step}
          close={() => setStep(null)}
          done={() => {
            setStep(null);
            changed();
          }}
        />
      )}
    </div>
  );
}

interface AskOptions {
  readonly policy: WholePolicyFragment;
  readonly step: PolicyStep;
  readonly close: () => void;
  readonly done: () => void;
}

function AskStep({ policy, step, close, done }: AskOptions) {
  const ofAll = step.tone !== 'bad' ? saysOfAll(policy) : null;
  return (
    <Dialog
      title={`${step.name} the policy`}
      action={step.name}
      tone={step.tone === 'bad' ? 'bad' : 'good'}
      close={close}
      submit={async (_form, idempotencyKey) => {
        await step.send(policy.id, idempotencyKey);
        say(step.done);
        done();
      }}
    >
      <p>{step.about}</p>
      {ofAll !== null && <p class="danger">{ofAll}</p>}
    </Dialog>
  );
}
