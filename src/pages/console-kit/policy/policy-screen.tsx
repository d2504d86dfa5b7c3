import { NoRecord, ScreenHead } from '../screen.tsx';
import { run } from '../api.ts';
import { AskedAbout, AskedCard } from '../approval/asked.tsx';
import { whoOf } from '../format.ts';
import {
  type EventType,
  PolicyDocument,
  PolicyHistoryDocument,
  type WholePolicyFragment,
} from '../generated/graphql.ts';
import { changesOf, useReload } from '../live/use-events.ts';
import { LoadFailed } from '../load-failed.tsx';
import { Fact, IdFact, Time, TimeFact } from '../parts.tsx';
import { href } from '../route.ts';
import { useLoad } from '../use-load.ts';
import { useTitle } from '../use-title.ts';
import { PolicySteps } from './policy-steps.tsx';
import { PolicyTrial } from './policy-trial.tsx';
import { Scope, StateBadge } from './policy-words.tsx';
import { Rules } from './rules.tsx';

/** A version of a policy: its rules, what people say about it, and what they did with it. */
export function PolicyScreen({ id }: { id: string }) {
  const loaded = useLoad(id, () => run(PolicyDocument, { id }));
  const { data, refresh, reload } = loaded;
  const policy = data?.policy ?? null;
  useTitle(policy?.purpose ?? 'Policy');
  useReload(changesOf(`policy/${id}`), refresh);
  if (policy === null)
    return (
      <NoRecord of={loaded} what="policy">
        <a href={href('policies')}>Go to the policies</a>
      </NoRecord>
    );
  return (
    <AskedAbout filter={{ objectId: id }}>
      <ScreenHead
        up={<a href={href('policies')}>Policies</a>}
        title={<bdi>{policy.purpose ?? 'Policy without a purpose'}</bdi>}
        mark={<StateBadge of={policy.state} />}
      >
        <PolicySteps policy={policy} changed={() => void reload()} />
      </ScreenHead>
      <LoadFailed of={loaded} />
      <AskedCard changed={() => void reload()} />
      <About policy={policy} />
      <PolicyTrial policy={policy} refresh={refresh} changed={() => void reload()} />
      <Rules policy={policy} />
      <StateHistory policy={policy} />
    </AskedAbout>
  );
}

const About = ({ policy }: { policy: WholePolicyFragment }) => (
  <section class="card" aria-labelledby="about-title">
    <h2 id="about-title">About it</h2>
    <dl class="facts">
      <Fact name="Requests of" isLong>
        {policy.partnerId === null ? (
          <Scope partnerId={null} />
        ) : (
          <a href={href('partner', policy.partnerId)}>
            <Scope partnerId={policy.partnerId} />
          </a>
        )}
      </Fact>
      <Fact name="Owner">
        <bdi>{policy.ownerName ?? 'The command line'}</bdi>
      </Fact>
      <TimeFact name="Made" at={policy.createdAt} />
      {policy.note !== null && (
        <Fact name="Note" isLong>
          <span class="written">{policy.note}</span>
        </Fact>
      )}
      <IdFact name="Hash" id={policy.hash} />
      <IdFact id={policy.id} />
    </dl>
  </section>
);

const HAPPENED: Readonly<Partial<Record<EventType, string>>> = {
  POLICY_CREATED: 'Draft made',
  POLICY_UPDATED: 'Draft changed',
  POLICY_SHADOWED: 'Became the shadow',
  POLICY_PUBLISHED: 'Became live',
  POLICY_RETIRED: 'Retired',
  POLICY_TRIAL_STARTED: 'Tried',
};

/** What people did with a version, the last first. */
function StateHistory({ policy: { id, updatedAt, state } }: { policy: WholePolicyFragment }) {
  const subject = `policy/${id}`;
  const loaded = useLoad(`${subject} ${state} ${updatedAt}`, () => run(PolicyHistoryDocument, { subject }));
  return (
    <section class="card" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      <LoadFailed of={loaded} />
      <ol class="history">
        {loaded.data?.events.nodes.map((event) => (
          <li key={event.id}>
            <strong>{HAPPENED[event.type] ?? 'Changed'}</strong> by{' '}
            <bdi>{whoOf(event.actor, event.actorName)}</bdi>, <Time at={event.createdAt} />
          </li>
        ))}
      </ol>
    </section>
  );
}
