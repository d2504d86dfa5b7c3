import type { CaseQuery } from '../../../../console-kit/generated/graphql.ts';

type Settlement = NonNullable<CaseQuery['instantSettlement']>;

/** What a person must not overlook, above all facts: they stand far below. */
export function Strip({ settlement: { kycChanged, customer } }: { settlement: Settlement }) {
  const warnings = customer.kyc?.warnings.length ?? 0;
  const marks = [
    ...(kycChanged ? ['Other KYC than approved'] : []),
    ...(warnings > 0 ? [warnings === 1 ? 'One KYC warning' : `${warnings} KYC warnings`] : []),
  ];
  if (marks.length === 0) return null;
  return (
    <div class="note wait">
      <p>{marks.join(' · ')}</p>
    </div>
  );
}
