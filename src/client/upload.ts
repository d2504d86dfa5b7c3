import type { UploadMetadata } from './generated/types.ts';

type FileMetadata = UploadMetadata['files'][string];

export interface UploadFile {
  /** A file of a browser, `await openAsBlob(path)` of Node, or bytes. */
  readonly content: Blob | Uint8Array;
  /** The name to store it under, without a path. */
  readonly filename: string;
  readonly mime_type: FileMetadata['mime_type'];
}

/** All files of one document type. They replace the earlier files. */
export interface Upload {
  readonly type: UploadMetadata['type'];
  /** At most ten. */
  readonly files: readonly UploadFile[];
}

/** The form of an upload, `metadata` first, with the SHA-256 of each file. */
export async function uploadForm({ type, files }: Upload): Promise<FormData> {
  const parts = await Promise.all(files.map(partOf));
  const fileMetadata = Object.fromEntries(parts.map(({ name, described }) => [name, described]));
  const form = new FormData();
  form.set('metadata', JSON.stringify({ type, files: fileMetadata } satisfies UploadMetadata));
  for (const { name, blob, described } of parts) form.append(name, blob, described.filename);
  return form;
}

/** Parts are named `file`, `file1`, `file2` and so on. */
async function partOf({ content, filename, mime_type }: UploadFile, position: number) {
  // Bytes are copied, because shared memory cannot be hashed.
  const bytes = content instanceof Blob ? await content.arrayBuffer() : new Uint8Array(content);
  const blob = content instanceof Blob ? content : new Blob([bytes], { type: mime_type });
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { name: `file${position || ''}`, blob, described: { filename, mime_type, hash } };
}
