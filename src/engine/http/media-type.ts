import { type ContentType, parse } from 'content-type';
import { refusal } from '../../kernel/errors.ts';

/**
 * The most headers in the cache, and the most characters of each: clients send the same few headers with each request.
 */
const KEPT_MAX = 100;
const KEPT_LENGTH_MAX = 200;
const kept = new Map<string, ContentType>();

function contentTypeOf(headers: Headers): ContentType {
  const header = headers.get('content-type') ?? '';
  const known = kept.get(header);
  if (known !== undefined) return known;
  const contentType = parse(header);
  if (kept.size >= KEPT_MAX) kept.clear();
  if (header.length <= KEPT_LENGTH_MAX) kept.set(header, contentType);
  return contentType;
}

/** The media type of a body, lower-case and without parameters; empty if the header is missing. */
export function mediaTypeOf(headers: Headers): string {
  return contentTypeOf(headers).type;
}

/** A parameter of the media type, such as `charset` or `boundary`. */
export function mediaTypeParameter(headers: Headers, name: string): string | undefined {
  const { parameters } = contentTypeOf(headers);
  return Object.hasOwn(parameters, name) ? parameters[name] : undefined;
}

const UTF_8: readonly string[] = ['utf-8', 'utf8'];

/** Throws `content_type_invalid` unless a body is uncompressed `application/json` in UTF-8. */
export function requireJson(request: Request): void {
  requirePlain(request);
  if (mediaTypeOf(request.headers) !== 'application/json') {
    throw refusal('content_type_invalid', 'The Content-Type of the body must be application/json.');
  }
  const charset = mediaTypeParameter(request.headers, 'charset') ?? 'utf-8';
  if (!UTF_8.includes(charset.toLowerCase())) {
    throw refusal('content_type_invalid', 'The body must be in UTF-8, and its charset utf-8 if it is named.');
  }
}

/** Throws for a compressed body, because a small one could expand without limit. */
export function requirePlain(request: Request): void {
  if (request.headers.has('content-encoding')) {
    throw refusal('content_type_invalid', 'The body must be sent uncompressed, without a Content-Encoding.');
  }
}
