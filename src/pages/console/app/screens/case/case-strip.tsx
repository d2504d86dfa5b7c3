import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { largeAmount } from './large-amount.ts';

/** The important points, above all facts, because the facts stand far below. */
export function Strip({ settlement }: { settlement: CaseSettlement }) {
  const { kycChanged, customer } = settlement;
  const warnings = customer.kyc?.warnings.length ?? 0;
  const marks = [
    ...(kycChanged ? ['Other KYC than approved'] : []),
    ...(warnings > 0 ? [warnings === 1 ? 'One KYC warning' : `${warnings} KYC warnings`] : []),
  ];
  const large = largeAmount(settlement);
  if (marks.length === 0 && large === null) return null;
  return (
    <div class="note wait">
      {large !== null && <p>{large}</p>}
      {marks.length > 0 && <p>{marks.join(' · ')}</p>}
    </div>
  );
}
