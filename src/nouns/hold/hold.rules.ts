/** What a hold stops. */
export const HOLD_KINDS = ['settlement', 'customer', 'partner', 'all'] as const;
type HoldKind = (typeof HOLD_KINDS)[number];

export const HOLD_MEANINGS: Readonly<Record<HoldKind, string>> = {
  settlement: 'One settlement.',
  customer: 'All settlements of a customer.',
  partner: 'All settlements of a partner.',
  all: 'All settlements.',
};

/** The stored object of a hold on everything. It is no id, so it never names a record. */
export const EVERYTHING = 'all';

/** The most standing holds on one object. More reasons than that explain nothing. */
export const STANDING_MAX = 20;

/** The encrypted columns of a hold. */
type EncryptedHoldColumn = 'reason' | 'lift_reason';

/** The additional authenticated data of an encrypted column: binds it to its row. */
export const holdAad = (column: EncryptedHoldColumn, id: string) => `hold.${column}/${id}`;

/** Subject and partner of an event about a hold. It is the provider's, so that no partner learns of it. */
export const aboutHold = ({ id }: { readonly id: string }) =>
  ({ subject: `hold/${id}`, partnerId: null }) as const;
