import { beginsAsPdf, FILE_END_BYTES, fileTypeOf } from '../../../engine/file-type/file-type.ts';
import { ApiError, run, unreachable } from '../api.ts';
import { base } from '../base.ts';
import { DocumentUrlDocument } from '../generated/graphql.ts';

/** A file of kind `cut-off` (a PDF without its end) or `other` is not shown, but can be saved. */
type PreviewKind = 'pdf' | 'image' | 'cut-off' | 'other';

export interface Preview {
  readonly kind: PreviewKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** An object URL of the bytes. It must be revoked. */
  readonly url: string;
}

/** Milliseconds for a large document on a slow line. */
const DOWNLOAD_MS = 600_000;

/** The bytes alone decide how a file is shown. */
function kindOf(bytes: Uint8Array): { readonly kind: PreviewKind; readonly type: string } {
  const head = bytes.subarray(0, FILE_END_BYTES);
  const type = fileTypeOf({ head, tail: bytes.subarray(-FILE_END_BYTES) });
  if (type === null)
    return { kind: beginsAsPdf(head) ? 'cut-off' : 'other', type: 'application/octet-stream' };
  return { kind: type === 'application/pdf' ? 'pdf' : 'image', type };
}

/**
 * Loads a document to be shown. The gateway sends it as a download, so a frame cannot show it. Here it gets a media
 * type from its bytes; the type that the partner sent is ignored. Records `kyc.document_read`.
 */
export async function loadPreview(documentId: string): Promise<Preview> {
  const { document } = await run(DocumentUrlDocument, { id: documentId });
  if (document === null) throw new ApiError('The document was replaced meanwhile.', 'resource_missing');
  const bytes = await download(new URL(document.url));
  const { kind, type } = kindOf(bytes);
  return { kind, bytes, url: URL.createObjectURL(new Blob([bytes], { type })) };
}

async function download({ pathname, search }: URL): Promise<Uint8Array<ArrayBuffer>> {
  const path = pathname.startsWith(base) ? pathname : base + pathname;
  const lost = () => {
    throw unreachable();
  };
  const response = await fetch(path + search, { signal: AbortSignal.timeout(DOWNLOAD_MS) }).catch(lost);
  if (!response.ok)
    throw new ApiError('The document cannot be loaded.', 'download', response.headers.get('request-id'));
  return new Uint8Array(await response.arrayBuffer().catch(lost));
}
