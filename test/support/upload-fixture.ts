import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/kernel/clock.ts';
import { filesIn } from './files-in.ts';
import { bodyOf, END, MULTIPART, partOf } from './multipart-body.ts';
import { customerBody, openTestGateway, pdf, sha256 } from './gateway.ts';
import type { KycCountryCode } from '../../src/kyc/countries/index.ts';

export type UploadFixture = Awaited<ReturnType<typeof openUploadFixture>>;

/** A gateway that stores files in a folder of its own, with one partner. */
export async function openUploadFixture(environment: NodeJS.ProcessEnv = {}, clock?: Clock) {
  const folder = await mkdtemp(join(tmpdir(), 'fundgate-uploads-'));
  // More uploads at once than a process takes by default, for the tests of races.
  const settings = { STORAGE_URL: `fs:${folder}`, UPLOADS_MAX: '64', ...environment };
  const fixture = await openTestGateway(settings, clock);
  const partner = await fixture.partner();

  async function customer(country: KycCountryCode = 'HK'): Promise<string> {
    const { json } = await partner.rest('POST', '/v1/customers', customerBody({ company_country: country }));
    return json.customer_id;
  }

  return {
    ...fixture,
    folder,
    /** Another partner than `partner`. */
    stranger: () => fixture.partner(),
    partner,
    customer,
    /** Sends the pieces of a multipart body as they are. */
    send: (customerId: string, ...pieces: readonly (string | Uint8Array)[]) =>
      partner.rest('POST', `/v1/kyc/documents/${customerId}`, bodyOf(...pieces), {
        'content-type': MULTIPART,
      }),
    /** The files in the folder, unfinished ones included; not the marker. */
    files: () => filesIn(folder),
    /** Every key that nothing refers to. */
    loose: () => fixture.gateway.database.reads.selectFrom('loose_blob').selectAll().execute(),
    list: async (customerId: string): Promise<Record<string, Summary[]>> =>
      (await partner.rest('GET', `/v1/kyc/documents/${customerId}`)).json,
    retrieve: async (customerId: string, documentId: string): Promise<Summary & { url: string }> =>
      (await partner.rest('GET', `/v1/kyc/documents/${customerId}/${documentId}`)).json,
    download: (url: string, headers: Record<string, string> = {}, method = 'GET') =>
      fixture.app.fetch(new Request(url, { method, headers })),
    async close() {
      await fixture.close();
      await rm(folder, { recursive: true });
    },
  };
}

export interface Summary {
  readonly document_id: string;
  readonly type: string;
  readonly filename: string;
  readonly mime_type: string;
}

export interface Description {
  filename: string;
  mime_type: string;
  hash: string;
}

export const describing = (bytes: Uint8Array, changes: Partial<Description> = {}): Description => ({
  filename: 'scan',
  mime_type: 'application/pdf',
  hash: sha256(bytes),
  ...changes,
});

export const metadataPart = (type: string, files: Readonly<Record<string, unknown>>) =>
  partOf('metadata', JSON.stringify({ type, files }));

export const filePart = (name: string, bytes: Uint8Array, filename = 'scan.pdf') =>
  partOf(name, bytes, `; filename="${filename}"\r\nContent-Type: application/pdf`);

/** A complete, correct body with one file. */
export const wholeBody = (bytes: Uint8Array = pdf()) =>
  bodyOf(metadataPart('nar1', { file: describing(bytes) }), filePart('file', bytes), END);
