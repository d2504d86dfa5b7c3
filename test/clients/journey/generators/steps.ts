import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Answered<Data> {
  readonly response?: Response | undefined;
  readonly data?: Data | undefined;
  readonly error?: unknown;
}
type Answer<Data> = Promise<Answered<Data>>;

interface Customer {
  readonly customer_id: string;
  readonly external_customer_id: string;
  readonly company_name: string;
}

/** The calls of a generated client that the journey needs. An input is the name of its file. */
interface Calls {
  create(input: string, key?: string): Answer<Customer>;
  read(id: string): Answer<Customer>;
  list(limit: number, after?: string): Answer<{ items: readonly Customer[]; count: number }>;
  kyc(id: string, input: string): Answer<{ status: string; legal_name: string | null }>;
  upload(id: string, type: string, file: Blob, key?: string): Answer<unknown>;
  documents(id: string): Answer<{ nar1?: readonly { document_id: string }[] }>;
  document(id: string, documentId: string): Answer<{ url: string; filename: string }>;
  download(documentId: string, signed: { expires: string; signature: string }): Answer<unknown>;
  settle(input: string, id: string): Answer<{ status: string }>;
}

const bytes = (name: string) => readFileSync(join(process.env['INPUTS'] ?? '', name));
export const json = (name: string) => JSON.parse(bytes(name).toString());
const tell = (step: string, outcome: object) => console.log(JSON.stringify({ step, ...outcome }));
const codeOf = ({ error }: Answered<unknown>) => (error as { error: { code: string } }).error.code;

/** The steps that a client of the REST API has. */
export async function walk(calls: Calls): Promise<void> {
  const first = await calls.create('customer.json', 'journey-1');
  const id = first.data?.customer_id ?? '';
  tell('create', { status: first.response?.status, company: first.data?.company_name });
  const again = await calls.create('customer.json', 'journey-1');
  const replayed = again.response?.headers.get('idempotent-replayed');
  tell('repeat', { status: again.response?.status, replayed, same: again.data?.customer_id === id });

  const kyc = await calls.kyc(id, 'kyc.json');
  tell('kyc', { status: kyc.response?.status, kyc: kyc.data?.status, name: kyc.data?.legal_name });

  const fileOf = (name: string) =>
    new File([new Uint8Array(bytes(name))], '公司註冊證.pdf', { type: 'application/pdf' });
  let uploaded = 0;
  for (const type of bytes('types').toString().split('\n').filter(Boolean))
    if ((await calls.upload(id, type, fileOf('scan.pdf'))).response?.status === 200) uploaded += 1;
  tell('upload', { uploaded });

  const wrongKey = await calls.upload(id, 'nar1', fileOf('big.pdf'), 'fgk_wrong');
  tell('wrong-key', { status: wrongKey.response?.status, code: codeOf(wrongKey) });
  tell('after-wrong-key', { status: (await calls.read(id)).response?.status });
  const tooLarge = await calls.create('large.json');
  tell('too-large', { status: tooLarge.response?.status, code: codeOf(tooLarge) });
  tell('after-too-large', { status: (await calls.read(id)).response?.status });

  for (const name of ['customer-2.json', 'customer-3.json']) await calls.create(name);
  const seen: string[] = [];
  let page = await calls.list(1);
  for (;;) {
    seen.push(...(page.data?.items ?? []).map((each) => each.external_customer_id));
    if (page.response?.headers.get('link') == null) break;
    page = await calls.list(1, page.data?.items.at(-1)?.customer_id);
  }
  tell('list', { count: page.data?.count, seen });

  const settlement = await calls.settle('settlement.json', id);
  tell('settlement', { status: settlement.response?.status, settlement: settlement.data?.status });

  const documentId = (await calls.documents(id)).data?.nar1?.[0]?.document_id ?? '';
  const { data } = await calls.document(id, documentId);
  const { searchParams } = new URL(data?.url ?? '');
  const [expires, signature] = ['expires', 'signature'].map((name) => searchParams.get(name) ?? '');
  const download = await calls.download(documentId, { expires: expires ?? '', signature: signature ?? '' });
  const got = download.data;
  if (!(got instanceof Blob)) throw new Error('The download is no Blob.');
  const same = bytes('scan.pdf').equals(Buffer.from(await got.arrayBuffer()));
  tell('download', { status: download.response?.status, same, name: data?.filename.split('-').at(-1) });
}
