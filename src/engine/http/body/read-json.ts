import { OperationError, type Path, type Problem, refusal } from '../../../kernel/errors.ts';
import type { PromiseOrValue } from '../../async/promise-or-value.ts';
import { JSON_DEPTH_MAX, readJsonText, type ReadJson } from '../../json/reader.ts';
import { whyMalformed } from '../../json/malformed.ts';
import { FLAW_MESSAGES } from '../../json/json-object-field.ts';
import { shownName } from '../../json/shown-name.ts';
import { markTruncated } from '../../json/truncated-bodies.ts';
import { FlawedBody } from './flawed-body.ts';
import { requireJson } from '../media-type.ts';
import { readWhole } from './request-body.ts';
import { world } from '../../../kernel/world.ts';

/** Bytes of a JSON body: two megabytes of transactions, and the rest of the request. */
export const JSON_BODY_BYTES_MAX = 3 * 1024 * 1024;

/** Parsing a body of this size takes milliseconds, so it gets its own turn of the event loop. */
const LONG_BODY_BYTES = 256 * 1024;

const malformed = (what: string, why = '') =>
  refusal('body_invalid', `The ${what} is not a well-formed JSON object${why}.`);

/** Rejects invalid UTF-8 and keeps a byte-order mark, which JSON does not allow. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

interface JsonBodyForm {
  /** The message if the body is a list instead of an object; a sentence. */
  readonly onList?: string;
  /** How messages name the text with the JSON: the body, or a part of it. */
  readonly what?: string;
  /** Extra levels of nesting beyond a REST body. */
  readonly depthExtra?: number;
  /** Names of members that hold free JSON. `freeFrom` is the first level of nesting that has such members. */
  readonly free?: ReadonlySet<string>;
  readonly freeFrom?: number;
}

/**
 * The JSON object in the body of a request; no promise if the body has already come. Throws or rejects with
 * `content_type_invalid`, `request_too_large`, `body_invalid`, or `parameter_invalid` for text that a database cannot
 * store. Free JSON in it becomes JsonText.
 */
export function readJson(request: Request, form: JsonBodyForm = {}): PromiseOrValue<Record<string, unknown>> {
  requireJson(request);
  const bytes = readWhole(request, JSON_BODY_BYTES_MAX);
  return bytes instanceof Promise
    ? bytes.then((whole) => parseInTurn(whole, form))
    : parseInTurn(bytes, form);
}

function parseInTurn(bytes: Uint8Array, form: JsonBodyForm): PromiseOrValue<Record<string, unknown>> {
  return bytes.length < LONG_BODY_BYTES ? parseJsonObject(bytes, form) : parseLong(bytes, form);
}

async function parseLong(bytes: Uint8Array, form: JsonBodyForm): Promise<Record<string, unknown>> {
  await world.turn();
  try {
    return parseJsonObject(bytes, form);
  } finally {
    await world.turn();
  }
}

export function parseJsonObject(
  bytes: Uint8Array,
  { what = 'body', depthExtra = 0, onList, ...form }: JsonBodyForm = {},
): Record<string, unknown> {
  const { value, flaws, isTruncated } = parse(bytes, what, {
    ...form,
    depthMax: JSON_DEPTH_MAX + depthExtra,
  });
  const problems = flaws.map(({ kind, path }): Problem => {
    if (kind === 'text') {
      // An empty path stands for a name at the top.
      const says = path.length === 0 ? `The name of a member ${FLAW_MESSAGES.text}.` : FLAW_MESSAGES.text;
      return { code: 'parameter_invalid', path: shownPath(path), says } as const;
    }
    return { code: 'body_invalid', path: [], says: `The ${what} ${FLAW_MESSAGES[kind]}.` } as const;
  });
  const [first, ...rest] = problems;
  if (first !== undefined && (first.code === 'body_invalid' || !isObject(value)))
    throw new OperationError([first, ...rest]);
  if (Array.isArray(value) && onList !== undefined) throw refusal('body_invalid', onList);
  if (!isObject(value)) throw malformed(what);
  if (first !== undefined) throw new FlawedBody([first, ...rest], value);
  if (isTruncated) markTruncated(value);
  return value;
}

/** The most steps that a message shows of a path that a client chose. */
const PATH_STEPS_SHOWN = 8;

const shownPath = (path: Path): Path =>
  path.slice(0, PATH_STEPS_SHOWN).map((step) => (typeof step === 'number' ? step : shownName(step)));

function parse(bytes: Uint8Array, what: string, form: Parameters<typeof readJsonText>[1]): ReadJson {
  try {
    return readJsonText(decoder.decode(bytes), form);
  } catch (error) {
    throw malformed(what, `: ${whyMalformed(bytes, error)}`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
