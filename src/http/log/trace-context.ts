/** The header of W3C Trace Context; a later version may have more after these four parts. */
const TRACE_PARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-|$)/;

/** The id of the trace that a client says its request belongs to; undefined where it says none that is valid. */
export function traceIdOf(header: string | null): string | undefined {
  if (header === null) return undefined;
  const [, version = 'ff', traceId = '', parentId = '', rest = ''] = TRACE_PARENT.exec(header) ?? [];
  if (version === 'ff' || (version === '00' && rest !== '')) return undefined;
  return /^0*$/.test(traceId) || /^0*$/.test(parentId) ? undefined : traceId;
}
