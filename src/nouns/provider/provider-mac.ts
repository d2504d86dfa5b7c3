import { coverageOf } from '../../trail/record/coverage.ts';
import { provenRecords, stepsFault } from '../../trail/record/proven-records.ts';
import type { ProviderRow } from './provider.present.ts';

/** How the MAC of the settings covers each column. */
const COVERAGE = coverageOf('provider_settings', {});

export const PROVEN_PROVIDER = provenRecords<Omit<ProviderRow, 'mac'>>({
  table: 'provider_settings',
  name: 'Provider',
  coverage: COVERAGE,
  subject: 'provider',
  // A start makes the row without an event. So any of these events proves that there must be a row.
  created: ['provider.updated', 'provider.books_closed'],
  steps: ['provider.updated', 'provider.books_closed'],
  historyFault: stepsFault,
});

export const {
  placeOf: providerAad,
  withMac: withProviderMac,
  requireGenuine: requireGenuineProvider,
  recordedSteps: recordedProviderSteps,
} = PROVEN_PROVIDER;
