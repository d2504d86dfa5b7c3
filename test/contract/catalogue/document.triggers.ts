import { customerBody, pdf, sha256, uploadForm } from '../../support/gateway.ts';
import type { Fixture } from './fixture.ts';
import { uploadThatIsSwept } from './swept-upload.ts';

const described = (bytes = pdf()) => ({
  filename: 'scan',
  mime_type: 'application/pdf',
  hash: sha256(bytes),
});

/** An upload of one file; `change` edits its parts before it is sent. */
const upload =
  (metadata: unknown, change: (form: FormData) => void) =>
  async ({ partner }: Fixture) => {
    const customer = await partner.rest('POST', '/v1/customers', customerBody());
    const form = new FormData();
    form.append('metadata', JSON.stringify(metadata));
    form.append('file', new Blob([pdf()]), 'scan.pdf');
    change(form);
    return partner.rest('POST', `/v1/kyc/documents/${customer.json.customer_id}`, form);
  };

const asItIs = () => {};
const good = { type: 'nar1', files: { file: described() } };

/** A document and the URL to download it with. */
async function signedUrl({ partner }: Fixture): Promise<string> {
  const customer = await partner.rest('POST', '/v1/customers', customerBody());
  const path = `/v1/kyc/documents/${customer.json.customer_id}`;
  const { json } = await partner.rest('POST', path, uploadForm('nar1', [pdf()]));
  const document = await partner.rest('GET', `${path}/${json.files[0].document_id}`);
  return document.json.url;
}

export const documentTriggers = {
  metadata_duplicate: upload(good, (form) => form.append('metadata', JSON.stringify(good))),
  metadata_invalid: upload({ ...good, type: 'selfie' }, asItIs),
  file_missing: upload(good, (form) => form.delete('file')),
  file_duplicate: upload(good, (form) => form.append('file', new Blob([pdf()]), 'again.pdf')),
  file_metadata_missing: upload(good, (form) => form.append('file1', new Blob([pdf()]), 'more.pdf')),
  file_metadata_unknown: upload({ ...good, files: { file: described(), cover: described() } }, asItIs),
  file_metadata_invalid: upload({ ...good, files: { file: { ...described(), mime_type: 'x/y' } } }, asItIs),
  file_signature_invalid: upload({ ...good, files: { file: described(pdf('other')) } }, asItIs),
  conflict: uploadThatIsSwept,
  async url_expired(fixture: Fixture) {
    const url = await signedUrl(fixture);
    fixture.passSeconds(300);
    return fixture.gateway.fetch('GET', url);
  },
  async url_signature_invalid(fixture: Fixture) {
    const url = await signedUrl(fixture);
    return fixture.gateway.fetch(
      'GET',
      url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    );
  },
  async range_not_satisfiable(fixture: Fixture) {
    const url = await signedUrl(fixture);
    return fixture.gateway.fetch('GET', url, { headers: { range: 'bytes=100000-' } });
  },
};
