import { refusal } from '../kernel/errors.ts';
import { flawIn, JSON_DEPTH_MAX } from '../kernel/json.ts';
import { FlawedBody } from './flawed-body.ts';
import { requireJson } from './media-type.ts';
import { readWhole } from './request-body.ts';

/** Room for transactions of two megabytes and everything around them. */
export const JSON_BODY_BYTES_MAX = 3 * 1024 * 1024;

const malformed = () => refusal('body_invalid', 'The body is not a well-formed JSON object.');

/** Strict about UTF-8, and leaves a byte-order mark in the text, where JSON does not allow it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The JSON object in the body of a request. Refuses with `content_type_invalid`, `request_too_large`, `body_invalid`,
 * and `parameter_invalid` for text that no database keeps. `depthExtra` is how much deeper than a REST body it may nest.
 */
export async function readJson(request: Request, depthExtra = 0): Promise<Record<string, unknown>> {
  requireJson(request);
  return parseJsonObject(await readWhole(request, JSON_BODY_BYTES_MAX), depthExtra);
}

export function parseJsonObject(bytes: Uint8Array, depthExtra = 0): Record<string, unknown> {
  const body = parse(bytes);
  if (!isObject(body)) throw malformed();
  const flaw = flawIn(body, JSON_DEPTH_MAX + depthExtra);
  if (flaw === null) return body;
  if (flaw.kind === 'depth') throw refusal('body_invalid', 'The body nests deeper than 32 levels.');
  if (flaw.kind === 'number')
    throw refusal('body_invalid', 'The body has a number that is too large to be read.');
  const says = 'must not contain NUL or unpaired surrogates';
  const path = flaw.path.slice(0, PATH_STEPS_SHOWN);
  throw new FlawedBody([{ code: 'parameter_invalid', path, says }], body);
}

/** Of a path that a client made up. */
const PATH_STEPS_SHOWN = 8;

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw malformed();
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
