import { ApiError, run, unreachable } from '../api.ts';
import { base } from '../base.ts';
import { DocumentUrlDocument } from '../generated/graphql.ts';

type PreviewKind = 'pdf' | 'image';

export interface Preview {
  readonly kind: PreviewKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** An object URL of the bytes. It must be revoked. */
  readonly url: string;
}

/** Milliseconds for a large document on a slow line. */
const DOWNLOAD_MS = 600_000;

/** The first bytes of the three file types. They alone decide how a preview is shown. */
const KINDS = [
  { type: 'application/pdf', kind: 'pdf', magic: [0x25, 0x50, 0x44, 0x46] },
  { type: 'image/jpeg', kind: 'image', magic: [0xff, 0xd8, 0xff] },
  { type: 'image/png', kind: 'image', magic: [0x89, 0x50, 0x4e, 0x47] },
] as const;

/**
 * Loads a document to be shown. The gateway sends it as a download, which no frame shows. Here the bytes get the media
 * type that their first bytes show; the type that the partner sent is ignored. Records `kyc.document_read`.
 */
export async function loadPreview(documentId: string): Promise<Preview> {
  const { document } = await run(DocumentUrlDocument, { id: documentId });
  if (document === null) throw new ApiError('The document was replaced meanwhile.', 'resource_missing', null);
  const bytes = await download(new URL(document.url));
  const found = KINDS.find(({ magic }) => magic.every((byte, at) => bytes[at] === byte));
  if (found === undefined)
    throw new ApiError('The file is neither a PDF nor a JPEG or PNG picture.', 'content', null);
  return { kind: found.kind, bytes, url: URL.createObjectURL(new Blob([bytes], { type: found.type })) };
}

async function download({ pathname, search }: URL): Promise<Uint8Array<ArrayBuffer>> {
  const path = pathname.startsWith(base) ? pathname : base + pathname;
  const lost = () => {
    throw unreachable();
  };
  const answer = await fetch(path + search, { signal: AbortSignal.timeout(DOWNLOAD_MS) }).catch(lost);
  if (!answer.ok)
    throw new ApiError('The document cannot be loaded.', 'download', answer.headers.get('request-id'));
  return new Uint8Array(await answer.arrayBuffer().catch(lost));
}
