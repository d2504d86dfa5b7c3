import { once } from '../people/caller.ts';
import { sha256 } from '../../support/gateway.ts';
import type { Town } from '../town.ts';

/** The documents of a type are those of one upload: of the last one that was stored, or of one whose answer is missing. */
export async function checkDocuments({ books }: Town): Promise<void> {
  const { apiKey, customers } = books.scene.acme;
  const customer = customers[0] ?? '';
  const answer = await once(apiKey, { method: 'GET', path: `/v1/kyc/documents/${customer}` });
  if (answer?.status !== 200) return books.wrong('the documents cannot be listed');
  const documents: readonly { readonly document_id: string }[] = answer.json.nar1 ?? [];
  const hashes: string[] = [];
  for (const { document_id: id } of documents) {
    const one = await once(apiKey, { method: 'GET', path: `/v1/kyc/documents/${customer}/${id}` });
    const url: string = one?.json?.url ?? '';
    const response = await fetch(url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 200) books.wrong(`the bytes of document ${id} are gone: ${response.status}`);
    hashes.push(sha256(bytes));
  }
  const lastStored = books.uploads
    .filter(({ isStored }) => isStored)
    .toSorted((a, b) => b.ended - a.ended)[0];
  const possible = books.uploads.filter(
    ({ isStored, ended }) => !isStored || lastStored === undefined || ended > lastStored.began,
  );
  const shown = JSON.stringify(hashes);
  if (lastStored === undefined && hashes.length === 1) return;
  if (!possible.some((upload) => JSON.stringify(upload.hashes) === shown))
    books.wrong(`the documents are ${shown}, and no upload that may be the last one had these`);
}
