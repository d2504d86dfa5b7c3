/** What each program of the journey prints, one line of JSON for a step, if all is as the guides say. */
export const JOURNEY: readonly Step[] = [
  // A customer with a Chinese name, then the same request again with its Idempotency-Key.
  { step: 'create', status: 200, company: '海港貿易有限公司' },
  { step: 'repeat', status: 200, replayed: 'true', same: true },
  { step: 'kyc', status: 200, kyc: 'missing_supporting_documents', name: '海港貿易有限公司' },
  // One request for each document type; both names of the file, in the metadata and in the part, are Chinese.
  { step: 'upload', uploaded: 8 },
  // 24 MiB with a key that the gateway does not know: it refuses them early. Then a good request, of the same client.
  { step: 'wrong-key', status: 401, code: 'api_key_invalid' },
  { step: 'after-wrong-key', status: 200 },
  // JSON of 4 MiB, and a good request after it.
  { step: 'too-large', status: 413, code: 'request_too_large' },
  { step: 'after-too-large', status: 200 },
  // Two more customers, then pages of one by the Link header.
  { step: 'list', count: 3, seen: ['ext-3', 'ext-2', 'ext-1'] },
  { step: 'settlement', status: 200, settlement: 'approved' },
  { step: 'download', status: 200, same: true, name: '公司註冊證.pdf' },
  { step: 'graphql', status: 200, kyc: 'COMPLETE', company: '海港貿易有限公司' },
  // The delivery that the gateway sent, and the same with another body.
  { step: 'webhook', genuine: true, forged: false },
];

interface Step {
  readonly step: string;
  readonly [outcome: string]: unknown;
}
