import { useRef, useState } from 'preact/hooks';
import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { NoRecord, ScreenHead } from '../../../../console-kit/screen.tsx';
import { run } from '../../../../console-kit/api.ts';
import { useHere } from '../../../../console-kit/asked-here.ts';
import { AskedAbout, AskedCard } from '../../../../console-kit/approval/asked.tsx';
import { isSandbox } from '../../../../console-kit/base.ts';
import { words } from '../../../../console-kit/format.ts';
import {
  CaseDocument,
  ChangesSinceDocument,
  type EventType,
} from '../../../../console-kit/generated/graphql.ts';
import { go, href } from '../../../../console-kit/route.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Badge, Key, QuietButton, Time } from '../../../../console-kit/parts.tsx';
import { changesAny, changesOf, useReload } from '../../../../console-kit/live/use-events.ts';
import { stillKeys, useStillness } from '../../../../console-kit/stillness.ts';
import { useKeys } from '../../../../console-kit/use-keys.ts';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { Actions, type Overtaking } from './case-actions.tsx';
import { ClaimedByOther, useClaim } from './case-claim.tsx';
import { goNext, leaveDecided, listHere, surroundingsHere } from './case-next.ts';
import { Strip } from './case-strip.tsx';
import { Terms } from './case-terms.tsx';
import { Decisions } from '../../../../console-kit/policy/decisions.tsx';
import { ServicingCard } from './servicing/servicing-card.tsx';
import { History, WhoDid } from '../../../../console-kit/pictures/history.tsx';
import { CustomerBefore } from './customer-before.tsx';
import { CustomerFacts } from '../../../../console-kit/facts/customer-facts.tsx';
import { Holds } from '../../../../console-kit/hold/holds.tsx';
import { Documents } from '../customer/documents.tsx';
import { KycFacts } from '../../../../console-kit/facts/kyc-facts.tsx';
import { useClockOf } from '../../../../console-kit/sandbox/clock-shown.ts';
import { Plays } from '../../../../console-kit/sandbox/plays.tsx';
import { Notes } from '../customer/notes.tsx';

/** A settlement with all that a decision needs. What waits for a second person is loaded at the same time. */
export const Case = ({ id }: { id: string }) => (
  <AskedAbout filter={{ fundingId: id }}>
    <SettlementCase id={id} />
  </AskedAbout>
);

function SettlementCase({ id }: { id: string }) {
  const loaded = useLoad(id, () => run(CaseDocument, { id }));
  const { data, isLoading, reload } = loaded;
  const settlement = data?.instantSettlement ?? null;
  useTitle(settlement?.customer.companyName ?? 'Case');
  useClockOf(settlement?.partner ?? null);
  const [overtaking, setOvertaking] = useState<Overtaking | null>(null);
  const waits = settlement?.nextEvents.some(({ by }) => by === 'OPERATOR') ?? false;
  const [claim, takeOver] = useClaim(id, waits && mayDo('WRITE'));
  const { list, filter } = listHere();
  const back = href('queue', list ?? 'review', filter);
  const customerId = settlement?.customer.id ?? '';
  useReload(changesOf(`customer/${customerId}`, `kyc/${customerId}`), loaded.refresh);
  // An event does not say whose settlement it is, and what the customer owes is shown too.
  useReload(changesAny('funding', 'assignment', 'hold', 'snooze'), loaded.refresh);
  useKeys({
    u: { name: 'back to the list', run: () => go(back) },
    x: { name: 'the next case', run: () => void goNext(id) },
  });
  // The claim does not matter for a decision; everything else on the screen may.
  useStillness(
    settlement && JSON.stringify(settlement, (name, value: unknown) => (name === 'claim' ? null : value)),
  );
  const { isKnown } = useHere();
  if (settlement === null || !isKnown)
    return (
      <NoRecord of={{ ...loaded, isLoading: isLoading || !isKnown }} what="settlement">
        <a href={href('queue')}>Go to the queue</a>
      </NoRecord>
    );
  return (
    <>
      <Head settlement={settlement} back={back} reload={reload} overtaken={setOvertaking} />
      <LoadFailed of={loaded} />
      {overtaking !== null && <Overtaken settlement={settlement} by={overtaking} />}
      {claim !== null && !claim.mine && <ClaimedByOther claim={claim} takeOver={takeOver} />}
      <AskedCard changed={() => void reload()} />
      <Strip settlement={settlement} />
      <Parts settlement={settlement} reload={() => void reload()} />
      <History settlement={settlement} />
    </>
  );
}

interface HeadOptions {
  readonly settlement: CaseSettlement;
  /** The address of the list. */
  readonly back: string;
  readonly reload: () => Promise<void>;
  /** If a decision was refused, called with the change that came before it; after a decision, with null. */
  readonly overtaken: (by: Overtaking | null) => void;
}

/** The name of the customer, and what the person may do. */
function Head({ settlement, back, reload, overtaken }: HeadOptions) {
  const { id, status, customer } = settlement;
  const around = useRef<ReturnType<typeof surroundingsHere> | null>(null);
  const decided = async (sentence: string) => {
    overtaken(null);
    if (!(await leaveDecided(settlement, sentence, around.current))) await reload();
  };
  return (
    <ScreenHead
      up={<a href={back}>Queue</a>}
      upKey="u"
      title={<bdi>{customer.companyName}</bdi>}
      mark={<Badge of={status} />}
    >
      <div class="head-actions">
        <Actions
          key={status}
          settlement={settlement}
          begun={() => (around.current = surroundingsHere(id))}
          done={(sentence) => void decided(sentence)}
          refused={(what) => {
            stillKeys();
            overtaken(what);
            void reload();
          }}
        />
        <QuietButton onClick={() => void goNext(id)}>
          Next case <Key>x</Key>
        </QuietButton>
        <QuietButton onClick={() => print()}>Print</QuietButton>
      </div>
    </ScreenHead>
  );
}

function Parts({ settlement, reload }: { settlement: CaseSettlement; reload: () => void }) {
  const { customer } = settlement;
  return (
    <div class="case">
      <div class="case-left">
        <Terms settlement={settlement} changed={reload} />
        <Holds kind="SETTLEMENT" id={settlement.id} holds={settlement.holds ?? []} changed={reload} />
        <Decisions settlement={settlement} />
        <ServicingCard settlement={settlement} changed={reload} />
        {isSandbox && <Plays settlement={settlement} changed={reload} />}
        <Notes of={settlement.id} />
        <CustomerBefore settlement={settlement} />
        <CustomerFacts customer={customer} />
        {customer.kyc !== null && <Kyc settlement={settlement} kyc={customer.kyc} />}
      </div>
      <div class="case-right">
        {customer.kyc !== null && <Documents kyc={customer.kyc} reload={reload} />}
      </div>
    </div>
  );
}

function Overtaken({ settlement, by }: { settlement: CaseSettlement; by: Overtaking }) {
  const last = settlement.history.at(-1);
  if (by === 'kyc_changed')
    return (
      <div class="note bad" role="alert">
        <p>
          The KYC changed before you decided, and nothing was done. Look at it as it is now, and decide again.
        </p>
      </div>
    );
  return (
    <div class="note bad" role="alert">
      <p>
        Nothing was done now. The settlement is {words(settlement.status)}
        {last !== undefined && (
          <>
            : {words(last.event).toLowerCase()} by <WhoDid change={last} />, <Time at={last.at} />
          </>
        )}
        .
      </p>
    </div>
  );
}

/** The KYC record, and what changed in it since the approval. */
function Kyc({
  settlement,
  kyc,
}: {
  settlement: CaseSettlement;
  kyc: NonNullable<CaseSettlement['customer']['kyc']>;
}) {
  const approved = settlement.history.find(({ event }) => event === 'APPROVE')?.at ?? null;
  const since = settlement.kycChanged && approved !== null ? approved : null;
  // Loaded again with each revision, because a person confirms the present one.
  const { data } = useLoad(`${settlement.id} ${since ?? ''} ${kyc.revision}`, async () =>
    since === null ? null : run(ChangesSinceDocument, { subject: `kyc/${kyc.customerId}`, from: since }),
  );
  // Events come newest first, and each of these types raises the revision by one. Timestamps are not enough: a change
  // in the same second may have come before the approval.
  const changes = kyc.revision - (settlement.approvedKycRevision ?? kyc.revision);
  const events = data?.events.nodes.slice(0, changes) ?? [];
  const changed = new Set(
    events.flatMap(({ data: { changed: names } }) => (Array.isArray(names) ? names : [])),
  );
  const typesOf = (wanted: EventType) => {
    const types = events
      .filter(({ type }) => type === wanted)
      .flatMap(({ data: { type } }) => (typeof type === 'string' ? [words(type)] : []));
    return [...new Set(types)].join(', ');
  };
  const files = typesOf('KYC_DOCUMENTS_UPLOADED');
  const requested = typesOf('KYC_DOCUMENT_REQUESTED');
  return (
    <>
      {since !== null && (
        <div class="note bad">
          <p>
            The KYC changed since the approval: revision {kyc.revision}, approved on{' '}
            {settlement.approvedKycRevision}.{files !== '' && ` New files: ${files}.`}
            {requested !== '' && ` Requested again: ${requested}.`}
          </p>
        </div>
      )}
      <KycFacts kyc={kyc} changed={changed} />
    </>
  );
}
