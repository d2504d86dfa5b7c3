import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customerBody, kycBody, settlementBody, sha256 } from '../../support/gateway.ts';
import { REQUIRED } from '../../demo/journey/hong-kong.ts';
import type { Served } from '../../support/served.ts';
import { openReceiver, type Receiver } from '../../nouns/webhook/sending/receiver.ts';

const COMPANY = '海港貿易有限公司';

/** More than the buffers of both sockets hold, so that a client still sends when the refusal comes. */
const BIG_BYTES = 24 * 1024 * 1024;
/** Above the 3 MiB that JSON may have. */
const LARGE_CHARACTERS = 4 * 1024 * 1024;

/** A PDF with every byte, and with lines that a reader of multipart bodies could take for a boundary. */
const scan = (size = 0) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    Buffer.from('\r\n--\r\n----\r\n\r\n'),
    Buffer.alloc(size, 'x'),
    Buffer.from('\n%%EOF\n'),
  ]);

/** A folder with what the programs send. */
export function writeInputs(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-journey-'));
  const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text);
  const customer = customerBody({ company_name: COMPANY, contact_name: '陳大文' });
  const { customer_id: _, ...settlement } = settlementBody('');
  const directors = [{ type: 'national_id', id: 'A123456(3)' }];
  const file = { filename: '公司註冊證', mime_type: 'application/pdf', hash: sha256(scan()) };
  write('customer.json', JSON.stringify(customer));
  write('customer-2.json', JSON.stringify({ ...customer, external_customer_id: 'ext-2' }));
  write('customer-3.json', JSON.stringify({ ...customer, external_customer_id: 'ext-3' }));
  write('large.json', JSON.stringify({ ...customer, company_name: 'x'.repeat(LARGE_CHARACTERS) }));
  write('kyc.json', JSON.stringify(kycBody({ legal_name: COMPANY, directors_identity_number: directors })));
  write('settlement.json', JSON.stringify(settlement));
  // The programs put the type in.
  write('metadata.json', JSON.stringify({ type: 'TYPE', files: { file } }));
  write('types', REQUIRED.map((type) => `${type}\n`).join(''));
  write('scan.pdf', scan());
  write('big.pdf', scan(BIG_BYTES));
  return folder;
}

type Delivery = Receiver['received'][number];

/** Has the gateway send a webhook, and gives it to the programs as variables and a file. */
export async function writeWebhook(served: Served, folder: string): Promise<NodeJS.ProcessEnv> {
  const receiver = await openReceiver();
  const { promise: delivered, resolve } = Promise.withResolvers<Delivery>();
  receiver.answer((response, delivery) => response.end(() => resolve(delivery)));
  const partner = await served.partner();
  const { json } = await partner.rest('POST', '/v1/webhook-endpoints', {
    url: receiver.url,
    event_types: ['customer.created'],
  });
  await partner.rest('POST', '/v1/customers', customerBody());
  const { headers, body } = await delivered;
  await receiver.close();
  writeFileSync(join(folder, 'webhook.json'), body);
  return {
    WEBHOOK_SECRET: json.secret,
    WEBHOOK_ID: String(headers['webhook-id']),
    WEBHOOK_TIMESTAMP: String(headers['webhook-timestamp']),
    WEBHOOK_SIGNATURE: String(headers['webhook-signature']),
  };
}
