import { sha256 } from '../gateway.ts';
import type { Call } from '../../contract/parity/on-both-apis.ts';

/** The input of an upload with correct metadata. */
export function uploadInput(
  type: string,
  files: readonly Uint8Array[],
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const described = files.map((bytes, position) => ({
    filename: `scan ${position}`,
    mime_type: 'application/pdf',
    hash: sha256(bytes),
    ...changes,
  }));
  return { type, files: described };
}

/** The upload of REST: metadata, then the files that it describes. */
export function restUpload({ input = {}, files = [] }: Call): FormData {
  const form = new FormData();
  const described = Array.isArray(input['files'])
    ? Object.fromEntries(input['files'].map((each, position) => [partName(position), each]))
    : input['files'];
  form.set('metadata', JSON.stringify({ ...input, files: described }));
  files.forEach((bytes, position) => form.set(partName(position), new Blob([bytes]), 'scan.pdf'));
  return form;
}

/** The same by the GraphQL multipart request specification. */
export function graphqlUpload(query: string, variables: object, { files = [] }: Call): FormData {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables }));
  const places = files.map((_, position) => [String(position), [`variables.input.files.${position}.file`]]);
  form.set('map', JSON.stringify(Object.fromEntries(places)));
  files.forEach((bytes, position) => form.set(String(position), new Blob([bytes]), 'scan.pdf'));
  return form;
}

/** Each file is null, because it comes as a part of the form. */
export function uploadVariables({ ids, input = {} }: Call) {
  const { type, files, ...rest } = input;
  const described = Array.isArray(files)
    ? files.map(({ mime_type: mimeType, ...each }) => ({ ...each, mimeType, file: null }))
    : files;
  const named = typeof type === 'string' ? type.toUpperCase() : type;
  return { customerId: ids?.['customer_id'], input: { ...rest, type: named, files: described } };
}

const partName = (position: number) => (position === 0 ? 'file' : `file${position}`);
