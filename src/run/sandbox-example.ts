/**
 * Lines for a shell: from nothing to a settlement that is overdue and repaid, by the key of a partner. The guide of the
 * sandbox has the same lines.
 */
export const sandboxExample = (publicUrl: string, key: string): readonly string[] => [
  'Paste this into a shell. It goes from nothing to overdue, and to repaid:',
  '',
  `export FUNDGATE_URL=${publicUrl} API_KEY=${key}`,
  ...SANDBOX_EXAMPLE,
];

/** The example without the address and the key. */
export const SANDBOX_EXAMPLE: readonly string[] = [
  `NOTHING='{}'`,
  `post() { curl --fail-with-body -sS -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' \\`,
  `  "$FUNDGATE_URL/v1$1" -d "\${2:-$NOTHING}"; }`,
  `member() { node -pe "JSON.parse(fs.readFileSync(0, 'utf8')).$1"; }`,
  `CUSTOMER=$(post /customers '{"external_customer_id": "1", "company_name": "Harbour Trading Limited",`,
  `  "company_country": "HK", "company_sector": "wholesale", "contact_name": "Chan Tai Man", "contact_country": "HK",`,
  `  "contact_email": "tai.man@harbour.example", "contact_phone": "+85223456789"}' | member customer_id)`,
  `post "/sandbox/kyc/$CUSTOMER/complete" && echo`,
  `FUNDING=$(post /instant-settlements '{"customer_id": "'$CUSTOMER'", "currency": "HKD", "amount": 1000000,`,
  `  "settlement_period": 14, "account_chargeback_rate": 0.03, "account_refund_rate": 0, "transactions": {}}' | member funding_id)`,
  `post "/instant-settlements/$FUNDING/decision" '{"type": "accept"}' | member status`,
  `post "/sandbox/instant-settlements/$FUNDING/disburse" | member status`,
  `post /sandbox/clock '{"advance": "P1M"}' | member 'events.map((event) => event.type).join(" ")'`,
  `post "/sandbox/instant-settlements/$FUNDING/repay" | member status`,
];
