import { NoRecord, ScreenHead } from '../screen.tsx';
import { run } from '../api.ts';
import { ApprovalDocument } from '../generated/graphql.ts';
import { changesOf, useReload } from '../live/use-events.ts';
import { LoadFailed } from '../load-failed.tsx';
import { Badge, Fact, Time, TimeFact } from '../parts.tsx';
import { href } from '../route.ts';
import { useLoad } from '../use-load.ts';
import { useTitle } from '../use-title.ts';
import { ObjectOf } from './approvals.tsx';
import type { Asked } from '../asked-here.ts';
import { CheckButtons } from './asked.tsx';
import { AskedBy, askedInWords } from '../check.tsx';
import { secretUntil } from './keys-to-see.ts';
import { InputInWords } from '../input-in-words.tsx';

/** The id in an address may be that of another record. */
const isAsked = (node: object): node is Asked => 'operation' in node;

/** One change that needs two people: who asked, what exactly, and what became of it. */
export function ApprovalScreen({ id }: { id: string }) {
  const loaded = useLoad(`approval ${id}`, () => run(ApprovalDocument, { id }));
  useReload(changesOf(`approval/${id}`), loaded.refresh);
  const node = loaded.data?.node ?? null;
  const asked = node !== null && isAsked(node) ? node : null;
  useTitle(asked === null ? 'Approval' : askedInWords(asked));
  if (asked === null) return <NoRecord of={loaded} what="approval" />;
  return (
    <>
      <ScreenHead
        up={<a href={href('queue', 'approvals')}>Approvals</a>}
        title={askedInWords(asked)}
        mark={<Badge of={asked.status} />}
      />
      <LoadFailed of={loaded} />
      <SecretToSee of={asked} />
      <section class="card" aria-labelledby="asked-title">
        <h2 id="asked-title">What was asked for</h2>
        <Facts of={asked} />
        {!asked.damaged && <InputInWords of={asked} />}
        {asked.status === 'PENDING' && <CheckButtons of={asked} changed={() => void loaded.reload()} />}
        <p class="faint line gap">
          <code>{asked.id}</code>
        </p>
      </section>
    </>
  );
}

function Facts({ of }: { of: Asked }) {
  if (of.damaged) return <AskedBy of={of} />;
  const { own, makerName, createdAt, status, expiresAt, checkerName, decidedAt, reason } = of;
  return (
    <dl class="facts">
      <Fact name="About" isLong>
        <ObjectOf of={of} />
      </Fact>
      <Fact name="Asked by">
        {own ? 'You' : <bdi>{makerName ?? 'An operator'}</bdi>}, <Time at={createdAt} />
      </Fact>
      {status === 'PENDING' && <TimeFact name="Waits until" at={expiresAt} />}
      {decidedAt !== null && (
        <Fact name={DECIDED[status] ?? 'Ended'}>
          {checkerName !== null && (
            <>
              <bdi>{checkerName}</bdi>,{' '}
            </>
          )}
          <Time at={decidedAt} />
        </Fact>
      )}
      {reason !== null && (
        <Fact name="Why" isLong>
          <bdi>{reason}</bdi>
        </Fact>
      )}
    </dl>
  );
}

const DECIDED: Readonly<Partial<Record<Asked['status'], string>>> = {
  APPROVED: 'Approved by',
  REFUSED: 'Refused by',
  LAPSED: 'Lapsed on',
};

/** The person who asked for a key sees it, and the one who approved it does not. */
function SecretToSee({ of: { operation, objectId, own, status, decidedAt, input } }: { of: Asked }) {
  const partner = input?.['partner_id'];
  const isKey = operation === 'OPERATOR_KEY' || (operation === 'PARTNER_SETTINGS' && objectId === null);
  if (!isKey || !own || status !== 'APPROVED') return null;
  const until = secretUntil({ decidedAt });
  if (until === null) return null;
  return (
    <div class="note wait">
      <p>
        The key was made, and only you can see it, once, until <Time at={until} />.{' '}
        {operation === 'OPERATOR_KEY' ? (
          <>
            Press “See it” beside the key.{' '}
            <a href={typeof partner === 'string' ? href('partner', partner) : href('partners')}>
              Go to the key
            </a>
          </>
        ) : (
          <>
            Press “New partner” and send the same once more. <a href={href('partners')}>Go to the partners</a>
          </>
        )}
      </p>
    </div>
  );
}
