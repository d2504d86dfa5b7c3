import type { RequestFacts } from './request-facts.ts';

/** The number that pino gives the level `info`. */
const INFO = 30;
/** Durations are written in tenths of a millisecond. */
const TENTHS = 10;
/** Lines of requests that took longer are put together anew: 10 ms. */
const USUAL_TENTHS_MAX = 100;
const END = ',"msg":"request"}\n';

/**
 * Puts the line of a request into `room`, as the library of the log would write it. Every request has one, and the library
 * takes two of the some thirty microseconds of a request for it. Here its parts, most of which are those of earlier lines,
 * are copied as bytes, and a line takes a fifth of that. `zero` is the time at which `performance.now()` was 0. Returns
 * where the line ends, or null where it has no room.
 */
export function putRequestLine(
  request: RequestFacts,
  zero: number,
  room: Buffer,
  from: number,
): number | null {
  const { requestId, answeredAt } = request;
  const begin = beginning(Math.floor(zero + answeredAt));
  const rest = afterId(request);
  const idFrom = from + begin.length;
  const restFrom = idFrom + requestId.length;
  if (restFrom + rest.length > room.length) return null;
  room.set(begin, from);
  room.write(requestId, idFrom, 'latin1');
  room.set(rest, restFrom);
  return restFrom + rest.length;
}

function afterId(facts: RequestFacts): Uint8Array {
  const { ignoredMembers, trace } = facts;
  const route = routeMembers(facts);
  const tenths = Math.round(facts.durationMs * TENTHS);
  const members = callerMembers(facts);
  if (trace === null && ignoredMembers === undefined) return usualEnd(route, tenths, members);
  const traceId = trace === null ? '' : `,"trace_id":"${trace.traceId}"`;
  const ignored = ignoredMembers === undefined ? '' : `,"ignored_members":${ignoredMembers}`;
  return Buffer.from(route + tenths / TENTHS + members + traceId + ignored + END);
}

// The parts of a line that are most often those of the line before are kept.

const MS_PER_SECOND = 1_000;
const BEFORE_TIME = `{"level":${INFO},"time":"`;
/** Where the milliseconds stand in a beginning: three digits. */
const MS_AT = BEFORE_TIME.length + '2026-01-01T00:00:00.'.length;
const ZERO = 0x30;

let lastSecond = -1;
let lastBeginning = new Uint8Array();

function beginning(ms: number): Uint8Array {
  const second = Math.floor(ms / MS_PER_SECOND);
  if (second !== lastSecond) {
    lastSecond = second;
    lastBeginning = Buffer.from(`${BEFORE_TIME}${new Date(ms).toISOString()}","request_id":"`);
  }
  const inSecond = ms - second * MS_PER_SECOND;
  lastBeginning[MS_AT] = ZERO + Math.floor(inSecond / 100);
  lastBeginning[MS_AT + 1] = ZERO + (Math.floor(inSecond / 10) % 10);
  lastBeginning[MS_AT + 2] = ZERO + (inSecond % 10);
  return lastBeginning;
}

let lastRoute = { method: '', template: '', status: -1, text: '' };

function routeMembers({ method, template, status }: RequestFacts): string {
  const last = lastRoute;
  if (method === last.method && template === last.template && status === last.status) return last.text;
  const members = ['","method":"', method, '","route":"', template, '","status":', status, ',"duration_ms":'];
  lastRoute = { method, template, status, text: members.join('') };
  return lastRoute.text;
}

interface CallerMembers extends Pick<RequestFacts, 'operation' | 'code'> {
  readonly partnerId: string | null;
  readonly keyId: string | null;
  readonly text: string;
}

let lastCaller: CallerMembers = { operation: null, code: null, partnerId: null, keyId: null, text: '' };

function callerMembers({ operation, code, caller }: RequestFacts): string {
  const partnerId = caller?.partnerId ?? null;
  const keyId = caller?.keyId ?? null;
  const last = lastCaller;
  const isSame = operation === last.operation && code === last.code;
  if (isSame && partnerId === last.partnerId && keyId === last.keyId) return last.text;
  const members = [
    ['operation', operation],
    ['code', code],
    ['partner_id', partnerId],
    ['key_id', keyId],
  ].map(([name, value]) => (value === null ? '' : `,"${name}":"${value}"`));
  lastCaller = { operation, code, partnerId, keyId, text: members.join('') };
  return lastCaller.text;
}

let lastEnds = { route: '', members: '', ends: Array<Uint8Array | undefined>() };

/** All that follows the id of the request: most are alike except for how long they took. */
function usualEnd(route: string, tenths: number, members: string): Uint8Array {
  if (tenths > USUAL_TENTHS_MAX) return endOf(route, tenths, members);
  if (route !== lastEnds.route || members !== lastEnds.members) lastEnds = { route, members, ends: [] };
  const { ends } = lastEnds;
  ends[tenths] ??= endOf(route, tenths, members);
  return ends[tenths];
}

const endOf = (route: string, tenths: number, members: string): Uint8Array =>
  Buffer.from(route + tenths / TENTHS + members + END);
