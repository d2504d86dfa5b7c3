import { useEffect, useState } from 'preact/hooks';
import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { run } from '../../../../console-kit/api.ts';
import { ClaimDocument, ReleaseDocument } from '../../../../console-kit/generated/graphql.ts';
import { whileAttended } from '../../../../console-kit/activity.ts';
import { Button, Time } from '../../../../console-kit/parts.tsx';

type Claim = CaseSettlement['claim'];

/**
 * Renewal interval of the claim while a case is open. At a renewal the page also sees if another person took the case
 * over.
 */
const CLAIM_AGAIN_MS = 10_000;

/** Claims the case while it is open, so that two people do not work on it. */
export function useClaim(id: string, isWanted: boolean): readonly [Claim, () => void] {
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

export const ClaimedByOther = ({ claim, takeOver }: { claim: NonNullable<Claim>; takeOver: () => void }) => (
  <div class="note wait line" role="status">
    <p>
      <bdi>{claim.actorName ?? 'Another operator'}</bdi> looks at this case, until{' '}
      <Time at={claim.expiresAt} /> at most.
    </p>
    <Button onClick={takeOver}>Take over</Button>
  </div>
);
