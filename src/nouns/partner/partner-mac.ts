import { coverageOf } from '../../trail/record/coverage.ts';
import type { RowMacs } from '../../engine/crypto/row-mac.ts';
import { provenRecords, stepsFault } from '../../trail/record/proven-records.ts';
import { type PartnerRow, type PartnerView, presentPartner } from './partner.present.ts';

/** How the MAC of a partner covers each column. */
const COVERAGE = coverageOf('partner', {});

export const PROVEN_PARTNERS = provenRecords<Omit<PartnerRow, 'mac'>>({
  table: 'partner',
  name: 'Partner',
  coverage: COVERAGE,
  subject: 'partner',
  created: ['partner.created'],
  steps: ['partner.created', 'partner.updated'],
  historyFault: stepsFault,
});

export const { withMac: withPartnerMac, recordedSteps: recordedPartnerSteps } = PROVEN_PARTNERS;

/** A partner as every reader sees it. Throws `service_unavailable` if the gateway did not write its row. */
export function genuinePartner(macs: RowMacs, row: PartnerRow): PartnerView {
  PROVEN_PARTNERS.requireGenuine(macs, row);
  return presentPartner(row);
}
