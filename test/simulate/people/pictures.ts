import { hongKong } from '../../../src/nouns/kyc/countries/hk/hong-kong.ts';
import { pngOf } from '../../support/fixtures/picture-fixture.ts';
import { sha256 } from '../../support/gateway.ts';

/** The documents that a customer must have. */
export const DOCUMENT_TYPES = hongKong.documentTypes
  .filter(({ required }) => required)
  .map(({ type }) => type);

/** A picture of its own for each number. */
export const picture = (number: number): Uint8Array<ArrayBuffer> => pngOf(16 + number, 8);

/** An upload of pictures. They need no thread that looks into them, as a PDF does. */
export function pictureForm(type: string, pictures: readonly Uint8Array<ArrayBuffer>[]): FormData {
  const form = new FormData();
  const nameOf = (at: number) => `file${at || ''}`;
  const files = pictures.map((bytes, at) => [
    nameOf(at),
    { filename: `scan ${at}.png`, mime_type: 'image/png', hash: sha256(bytes) },
  ]);
  form.set('metadata', JSON.stringify({ type, files: Object.fromEntries(files) }));
  pictures.forEach((bytes, at) => form.append(nameOf(at), new Blob([bytes]), 'scan.png'));
  return form;
}
