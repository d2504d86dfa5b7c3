/** Bytes of a multipart body; the interface promises 100 MB. */
export const UPLOAD_BYTES_MAX = 100 * 1024 * 1024;

/** Bytes of a text part. Ten descriptions of files, or a GraphQL operation, take a few kilobytes. */
export const TEXT_PART_BYTES_MAX = 1024 * 1024;

/** `file` and `file1` to `file9`. */
export const FILES_MAX = 10;
