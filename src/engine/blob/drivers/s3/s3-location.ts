import { withoutTrailingSlashes } from '../../../../kernel/url.ts';

/** The keys that requests are signed with, from the usual AWS variables. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** For temporary credentials; else null. */
  readonly sessionToken: string | null;
  /** The region of the bucket, unless its URL names one. */
  readonly region: string;
}

export interface S3Location {
  /** The URL of the bucket, without a slash at its end. */
  readonly bucketUrl: string;
  /** The beginning of every object name: empty, or segments that each end with a slash. */
  readonly prefix: string;
  readonly region: string;
}

/** Whether a URL is `s3://bucket/prefix` with an endpoint, a region, both or neither. */
export function isS3Url(text: string): boolean {
  const form =
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9_-][\w.-]*)*\/?(?:\?(?:(?:endpoint=[^&#\s]+|region=[a-z0-9-]{1,40})(?:&|$)){1,2})?$/;
  const endpoint = URL.parse(text)?.searchParams.get('endpoint') ?? null;
  const isUsable = endpoint === null || (/^https?:\/\/[^?#@\s]+$/.test(endpoint) && URL.canParse(endpoint));
  return form.test(text) && isUsable;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX_SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;
const REGION = /^[a-z0-9-]{1,40}$/;

/**
 * Parses `s3://bucket/prefix?endpoint=...&region=...`. With an endpoint, the bucket is the first segment of the path,
 * because every store supports that. Without one, the bucket is in the host name, as AWS recommends. Throws if the URL
 * is malformed.
 */
export function readS3Url(text: string, regionElse: string): S3Location {
  const url = new URL(text);
  const { endpoint, region = regionElse, ...unknown } = Object.fromEntries(url.searchParams);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const isReadable =
    url.host === url.hostname &&
    BUCKET.test(url.host) &&
    REGION.test(region) &&
    segments.every((segment) => PREFIX_SEGMENT.test(segment)) &&
    Object.keys(unknown).length === 0;
  if (!isReadable) throw new Error('A storage URL of S3 is s3://bucket/prefix?endpoint=...&region=...');
  return {
    bucketUrl: endpoint === undefined ? awsBucketUrl(url.host, region) : bucketAt(endpoint, url.host),
    prefix: segments.map((segment) => `${segment}/`).join(''),
    region,
  };
}

function bucketAt(endpoint: string, bucket: string): string {
  const { protocol, origin, pathname } = new URL(endpoint);
  if (!/^https?:$/.test(protocol)) throw new Error('The endpoint of an S3 store is an http or https URL.');
  return `${origin}${withoutTrailingSlashes(pathname)}/${bucket}`;
}

/** The certificate of AWS covers one label before its own name, so a bucket name with a dot goes into the path. */
function awsBucketUrl(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}
