import { type Client, refused, success } from './client.ts';
import { Document } from './forms.ts';
import type { Kept } from './journey/hong-kong.ts';
import { demand, type Step } from './step.ts';

/** A stored document comes back as it was sent, with a signed URL and only with it. */
export async function walkDownload(
  { rest, follow }: Client,
  step: Step,
  { customerId, documentId, file }: Kept,
): Promise<void> {
  const { url } = await step(
    'ask for a download URL',
    async () => {
      const document = success(await rest('GET', `/v1/kyc/documents/${customerId}/${documentId}`), Document);
      demand(document.mime_type === file.mimeType, 'the media type is not that of the file.');
      return document;
    },
    ({ filename }) => filename,
  );

  await step(
    'download the document without an API key',
    async () => {
      const answer = await follow(url);
      demand(answer.status === 200, `the status is ${answer.status} and not 200.`);
      demand(Buffer.compare(answer.bytes, file.bytes) === 0, 'the bytes are not those that were uploaded.');
      const header = (name: string) => answer.headers.get(name) ?? '';
      demand(header('content-disposition').startsWith('attachment;'), 'it is not an attachment.');
      demand(header('content-length') === String(file.bytes.length), 'Content-Length is not the size.');
      demand(header('x-content-type-options') === 'nosniff', 'X-Content-Type-Options is not nosniff.');
      demand(header('cache-control') === 'private, no-store', 'Cache-Control is not private, no-store.');
    },
    () => `${file.bytes.length} bytes, the same as were uploaded`,
  );

  await step(
    'download a part of it',
    async () => {
      const answer = await follow(url, { range: 'bytes=1-3' });
      demand(answer.status === 206 && answer.text === 'PNG', 'bytes 1 to 3 are not the letters PNG.');
    },
    () => '206, bytes 1 to 3',
  );

  await step(
    'change a byte of the URL',
    async () => {
      const changed = url.slice(0, -1) + (url.endsWith('0') ? '1' : '0');
      refused(await follow(changed), 403, 'url_signature_invalid');
    },
    () => '403 url_signature_invalid',
  );
}
