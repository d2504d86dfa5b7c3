import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { BASE_URL, API_KEY, INPUTS = '', PACKAGES = '' } = process.env;

/** @param {string} name */
export const bytes = (name) => readFileSync(join(INPUTS, name));
/** @param {string} name */
const json = (name) => JSON.parse(bytes(name).toString());
/** A package that was installed for the program alone. */
export const load = createRequire(join(PACKAGES || '/', 'package.json'));

/**
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} url
 * @property {Record<string, string>} headers
 * @property {any} [json] to send as JSON
 * @property {string} [metadata] of the multipart body
 * @property {Buffer} [file] of the multipart body
 */
/** @typedef {{ status: number, header: (name: string) => string | null | undefined, bytes: Uint8Array }} Answer */

/**
 * The journey by one client of Node.
 * @param {(asked: Asked) => Promise<Answer>} ask
 */
export async function walk(ask) {
  /**
   * @param {string} method
   * @param {string} path
   * @param {Partial<Asked>} sent
   */
  async function api(method, path, { headers = {}, ...sent } = {}) {
    const url = new URL(path, BASE_URL).href;
    const answer = await ask({
      method,
      url,
      headers: { authorization: `Bearer ${API_KEY}`, ...headers },
      ...sent,
    });
    return { ...answer, json: JSON.parse(Buffer.from(answer.bytes).toString()) };
  }
  /** @param {object} step */
  const tell = (step) => console.log(JSON.stringify(step));

  const first = { json: json('customer.json'), headers: { 'idempotency-key': 'journey-1' } };
  const { status, json: customer } = await api('POST', '/v1/customers', first);
  tell({ step: 'create', status, company: customer.company_name });
  const again = await api('POST', '/v1/customers', first);
  const same = again.json.customer_id === customer.customer_id;
  tell({ step: 'repeat', status: again.status, replayed: again.header('idempotent-replayed'), same });

  const id = customer.customer_id;
  const kyc = await api('PUT', `/v1/kyc/hk/${id}`, { json: json('kyc.json') });
  tell({ step: 'kyc', status: kyc.status, kyc: kyc.json.status, name: kyc.json.legal_name });

  let uploaded = 0;
  const file = bytes('scan.pdf');
  for (const type of bytes('types').toString().split('\n').filter(Boolean)) {
    const metadata = JSON.stringify({ ...json('metadata.json'), type });
    const answer = await api('POST', `/v1/kyc/documents/${id}`, { metadata, file });
    if (answer.status === 200) uploaded += 1;
  }
  tell({ step: 'upload', uploaded });

  const wrongKey = await api('POST', `/v1/kyc/documents/${id}`, {
    headers: { authorization: 'Bearer fgk_wrong' },
    metadata: bytes('metadata.json').toString(),
    file: bytes('big.pdf'),
  });
  tell({ step: 'wrong-key', status: wrongKey.status, code: wrongKey.json.error.code });
  tell({ step: 'after-wrong-key', status: (await api('GET', `/v1/customers/${id}`)).status });
  const tooLarge = await api('POST', '/v1/customers', { json: json('large.json') });
  tell({ step: 'too-large', status: tooLarge.status, code: tooLarge.json.error.code });
  tell({ step: 'after-too-large', status: (await api('GET', `/v1/customers/${id}`)).status });

  for (const name of ['customer-2.json', 'customer-3.json'])
    await api('POST', '/v1/customers', { json: json(name) });
  const seen = [];
  let count = null;
  for (let next = '/v1/customers?limit=1'; next !== '';) {
    const page = await api('GET', next);
    seen.push(...page.json.items.map((/** @type {any} */ item) => item.external_customer_id));
    count = page.json.count;
    next = /<([^>]+)>; rel="next"/.exec(page.header('link') ?? '')?.[1] ?? '';
  }
  tell({ step: 'list', count, seen });

  const settlement = await api('POST', '/v1/instant-settlements', {
    json: { ...json('settlement.json'), customer_id: id },
  });
  tell({ step: 'settlement', status: settlement.status, settlement: settlement.json.status });

  const documents = await api('GET', `/v1/kyc/documents/${id}`);
  const document = await api('GET', `/v1/kyc/documents/${id}/${documents.json.nar1[0].document_id}`);
  const download = await ask({ method: 'GET', url: document.json.url, headers: {} });
  const name = document.json.filename.split('-').at(-1);
  tell({ step: 'download', status: download.status, same: file.equals(download.bytes), name });

  const query = 'query ($id: ID!) { customer(id: $id) { companyName kyc { status } } }';
  const answer = await api('POST', '/graphql', { json: { query, variables: { id } } });
  const shown = answer.json.data.customer;
  tell({ step: 'graphql', status: answer.status, kyc: shown.kyc.status, company: shown.companyName });

  const body = bytes('webhook.json');
  const forged = isGenuine(Buffer.concat([body, Buffer.from(' ')]));
  tell({ step: 'webhook', genuine: isGenuine(body), forged });
}

/** @param {Buffer} body */
function isGenuine(body) {
  const { WEBHOOK_SECRET = '', WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE = '' } = process.env;
  const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
  const hmac = createHmac('sha256', key).update(`${WEBHOOK_ID}.${WEBHOOK_TIMESTAMP}.`).update(body);
  const [made, sent] = [Buffer.from(`v1,${hmac.digest('base64')}`), Buffer.from(WEBHOOK_SIGNATURE)];
  return made.length === sent.length && timingSafeEqual(made, sent);
}
