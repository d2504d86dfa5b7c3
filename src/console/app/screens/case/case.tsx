import { useEffect, useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { words } from '../../../../console-kit/format.ts';
import {
  CaseDocument,
  type CaseQuery,
  ChangesSinceDocument,
  ClaimDocument,
  type EventType,
  ReleaseDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { go, href, place } from '../../../../console-kit/route.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { whileAttended } from '../../../../console-kit/live/activity.ts';
import { isDialogOpen } from '../../../../console-kit/open-dialog.ts';
import { Badge, Empty, ErrorNote, Key, Loading, say, Time } from '../../../../console-kit/parts.tsx';
import { changesOf, useReload } from '../../../../console-kit/live/use-events.ts';
import { useKeys } from '../../../../console-kit/use-keys.ts';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { Actions, type Overtaking } from './case-actions.tsx';
import { Terms } from './case-terms.tsx';
import { History, WhoDid } from './case-history.tsx';
import { CustomerFacts } from '../customer/customer-facts.tsx';
import { Documents } from '../customer/documents.tsx';
import { KycFacts } from '../customer/kyc-facts.tsx';
import { nextRow } from '../queue/next-row.ts';
import { isList, LISTS } from '../queue/queue-lists.ts';

type Settlement = NonNullable<CaseQuery['instantSettlement']>;
type Claim = Settlement['claim'];

/** Renewal interval of the claim while a case is open; at a renewal the page also sees that another took it over. */
const CLAIM_AGAIN_MS = 10_000;
/**
 * Rows to load for the next case, the most that a list gives at once: others may have claimed the first ones, and a
 * person may pass over many.
 */
const NEXT_ROWS = 100;

/** A settlement with all that a decision needs. */
export function Case({ id }: { id: string }) {
  const { data, error, isLoading, reload } = useLoad(id, () => run(CaseDocument, { id }));
  const settlement = data?.instantSettlement ?? null;
  useTitle(settlement?.customer.companyName ?? 'Case');
  const [overtaking, setOvertaking] = useState<Overtaking | null>(null);
  const waits = settlement?.nextEvents.some(({ by }) => by === 'OPERATOR') ?? false;
  const [claim, takeOver] = useClaim(id, waits && mayDo('WRITE'));
  const from = place.value.query.get('from') ?? '';
  const back = href('queue', isList(from) ? from : 'review', filterHere());
  const customerId = settlement?.customer.id ?? '';
  useReload(changesOf(`funding/${id}`, `customer/${customerId}`, `kyc/${customerId}`), () => void reload());
  useKeys({ u: () => go(back), x: () => void next(id, null) });

  if (settlement === null) {
    if (error !== null) return <ErrorNote error={error} retry={() => void reload()} />;
    if (isLoading) return <Loading lines={8} />;
    return (
      <Empty isScreen title="There is no such settlement.">
        <p>
          <a href={href('queue')}>Go to the queue</a>
        </p>
      </Empty>
    );
  }
  const { customer } = settlement;
  return (
    <>
      <div class="screen-head">
        <div>
          <p class="crumbs">
            <a href={back}>Queue</a> <Key>u</Key>
          </p>
          <h1>
            <bdi>{customer.companyName}</bdi> <Badge of={settlement.status} />
          </h1>
        </div>
        <div class="head-actions">
          <Actions
            key={settlement.status}
            settlement={settlement}
            done={(sentence) => void next(id, sentence)}
            refused={(what) => {
              setOvertaking(what);
              void reload();
            }}
          />
          <button type="button" class="quiet" onClick={() => void next(id, null)}>
            Next case <Key>x</Key>
          </button>
        </div>
      </div>
      {error !== null && <ErrorNote error={error} retry={() => void reload()} />}
      {overtaking !== null && <Overtaken settlement={settlement} by={overtaking} />}
      {claim !== null && !claim.mine && <ClaimedByOther claim={claim} takeOver={takeOver} />}
      <Parts settlement={settlement} reload={() => void reload()} />
      <History settlement={settlement} />
    </>
  );
}

function Parts({ settlement, reload }: { settlement: Settlement; reload: () => void }) {
  const { customer } = settlement;
  return (
    <div class="case">
      <div class="case-left">
        <Terms settlement={settlement} />
        <CustomerFacts customer={customer} />
        {customer.kyc !== null && <Kyc settlement={settlement} kyc={customer.kyc} />}
      </div>
      <div class="case-right">
        {customer.kyc !== null && <Documents kyc={customer.kyc} reload={reload} />}
      </div>
    </div>
  );
}

const filterHere = () => {
  const { query } = place.value;
  return { partner: query.get('partner'), currency: query.get('currency') };
};

/** Goes to the next case of the list that no one else has claimed, or back to the list. */
async function next(id: string, sentence: string | null): Promise<void> {
  const asked = place.value;
  const name = asked.query.get('from') ?? '';
  const list = isList(name) ? name : 'review';
  const filter = filterHere();
  const texts = { partner: filter.partner ?? '', currency: filter.currency ?? '' };
  const free = await nextRow(
    (position) => LISTS[list].load(texts, position, NEXT_ROWS),
    id,
    sentence !== null,
  ).catch(() => undefined);
  if (sentence !== null) say(sentence);
  // On a slow network the person may have gone elsewhere meanwhile, or begun something here.
  if (place.value !== asked || isDialogOpen()) return;
  if (free === undefined) go(href('queue', list, filter));
  else go(href(...free.address, { from: list, ...filter }));
}

/** Claims the case while it is open, so that two people do not work on it. */
function useClaim(id: string, isWanted: boolean): readonly [Claim, () => void] {
  const [claim, setClaim] = useState<Claim>(null);
  const take = (takeOver: boolean) =>
    run(ClaimDocument, { id, takeOver }).then(
      ({ claimInstantSettlement }) => setClaim(claimInstantSettlement),
      () => setClaim(null),
    );
  useEffect(() => {
    if (!isWanted) return undefined;
    void take(false);
    const stop = whileAttended(CLAIM_AGAIN_MS, () => void take(false));
    const release = () => void run(ReleaseDocument, { id }, { keepalive: true }).catch(() => {});
    addEventListener('pagehide', release);
    return () => {
      stop();
      removeEventListener('pagehide', release);
      release();
    };
  }, [id, isWanted]);
  return [claim, () => void take(true)];
}

function ClaimedByOther({ claim, takeOver }: { claim: NonNullable<Claim>; takeOver: () => void }) {
  return (
    <div class="note wait line" role="status">
      <p>
        <bdi>{claim.actorName ?? 'Another operator'}</bdi> looks at this case, until{' '}
        <Time at={claim.expiresAt} /> at most.
      </p>
      <button type="button" onClick={takeOver}>
        Take over
      </button>
    </div>
  );
}

function Overtaken({ settlement, by }: { settlement: Settlement; by: Overtaking }) {
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
  settlement: Settlement;
  kyc: NonNullable<Settlement['customer']['kyc']>;
}) {
  const approved = settlement.history.find(({ event }) => event === 'APPROVE')?.at ?? null;
  const since = settlement.kycChanged && approved !== null ? approved : null;
  // Loaded again with each revision: what is confirmed is the present one.
  const { data } = useLoad(`${settlement.id} ${since ?? ''} ${kyc.revision}`, async () =>
    since === null ? null : run(ChangesSinceDocument, { subject: `kyc/${kyc.customerId}`, from: since }),
  );
  // Events come newest first, and each of these types raises the revision by one. Timestamps are not enough: a change
  // in the second of the approval may have come before it.
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
