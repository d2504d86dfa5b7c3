import { ApiError, run, unreachable } from '../api.ts';
import { base } from '../base.ts';
import { DocumentUrlDocument } from '../generated/graphql.ts';

/** `other` is what is not shown, and can be saved. */
type PreviewKind = 'pdf' | 'image' | 'other';

export interface Preview {
  readonly kind: PreviewKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** An object URL of the bytes. It must be revoked. */
  readonly url: string;
}

/** Milliseconds for a large document on a slow line. */
const DOWNLOAD_MS = 600_000;

/** The first bytes of the pictures. */
const PICTURES = [
  { type: 'image/jpeg', magic: [0xff, 0xd8, 0xff] },
  { type: 'image/png', magic: [0x89, 0x50, 0x4e, 0x47] },
] as const;

/** Bytes in which a PDF begins: some programs write white space before it. pdf.js looks as far. */
const PDF_BEGINS_WITHIN = 1_024;

/** The first bytes alone decide how a file is shown. */
function kindOf(bytes: Uint8Array): { readonly kind: PreviewKind; readonly type: string } {
  const picture = PICTURES.find(({ magic }) => magic.every((byte, at) => bytes[at] === byte));
  if (picture !== undefined) return { kind: 'image', type: picture.type };
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, PDF_BEGINS_WITHIN));
  if (beginning.includes('%PDF-')) return { kind: 'pdf', type: 'application/pdf' };
  return { kind: 'other', type: 'application/octet-stream' };
}

/**
 * Loads a document to be shown. The gateway sends it as a download, which no frame shows. Here the bytes get the media
 * type that their first bytes show; the type that the partner sent is ignored. Records `kyc.document_read`.
 */
export async function loadPreview(documentId: string): Promise<Preview> {
  const { document } = await run(DocumentUrlDocument, { id: documentId });
  if (document === null) throw new ApiError('The document was replaced meanwhile.', 'resource_missing', null);
  const bytes = await download(new URL(document.url));
  const { kind, type } = kindOf(bytes);
  return { kind, bytes, url: URL.createObjectURL(new Blob([bytes], { type })) };
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
