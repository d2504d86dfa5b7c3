interface S3Object {
  readonly name: string;
  readonly size: number;
  readonly writtenAt: Date;
}

/** One page of ListObjectsV2. */
export interface S3ListPage {
  readonly objects: readonly S3Object[];
  /** null on the last page. */
  readonly next: string | null;
}

/** The gateway writes only names with these characters and skips all others, so names need no unescaping. */
const NAME = /<Key>([\w./-]+)<\/Key>/;
const SIZE = /<Size>(\d+)<\/Size>/;
const WRITTEN = /<LastModified>([^<]+)<\/LastModified>/;
const TOKEN = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/;
const IS_TRUNCATED = /<IsTruncated>\s*true\s*<\/IsTruncated>/;

/** Reads the XML of a page. Throws if it is malformed: if a list ended too early, blobs would look lost. */
export function readListPage(xml: string): S3ListPage {
  if (!/<ListBucketResult[\s>]/.test(xml) || !/<\/ListBucketResult>\s*$/.test(xml))
    throw new Error('A response of the S3 store is not a list of objects.');
  const objects = entriesOf(xml).flatMap((entry) => {
    const [name, size, written] = [NAME, SIZE, WRITTEN].map((pattern) => pattern.exec(entry)?.[1]);
    if (name === undefined || size === undefined || written === undefined) return [];
    return [{ name, size: Number(size), writtenAt: new Date(written) }];
  });
  const token = TOKEN.exec(xml)?.[1];
  if (token === undefined && IS_TRUNCATED.test(xml))
    throw new Error('A list of the S3 store is cut off and does not say where it continues.');
  return { objects, next: token === undefined ? null : unescaped(token) };
}

function entriesOf(xml: string): readonly string[] {
  const [, ...beginnings] = xml.split('<Contents>');
  return beginnings.map((text) => text.slice(0, Math.max(0, text.indexOf('</Contents>'))));
}

function unescaped(text: string): string {
  const named = text.replaceAll(/&(lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
  return named
    .replaceAll(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll('&amp;', '&');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'" };
