import type { SamplerName } from './sampler-names.ts';
import type { TraceParent } from '../../kernel/trace-context.ts';

export type { SamplerName };

interface Sampling {
  readonly sampler: SamplerName;
  readonly ratio: number;
}

/** The part of the traces without a parent that is kept. */
export function rootShare({ sampler, ratio }: Sampling): number {
  if (sampler.endsWith('always_off')) return 0;
  return sampler.endsWith('always_on') ? 1 : ratio;
}

/** Whether spans of a trace that a client began are kept, by the name that OTEL_TRACES_SAMPLER has. */
export function keepsParentOf({ sampler, ratio }: Sampling): (parent: TraceParent) => boolean {
  if (sampler === 'always_on') return () => true;
  if (sampler === 'always_off') return () => false;
  if (sampler !== 'traceidratio') return ({ isSampled }) => isSampled;
  const end = ratio === 1 ? NUMBERS : Math.floor(ratio * (NUMBERS - 1));
  return ({ traceId }) => numberOf(traceId) < end;
}

/** Numbers that four bytes can be. */
const NUMBERS = 2 ** 32;
const DIGITS = 8;

/** The number by which every SDK of OpenTelemetry for JavaScript decides, so that all keep the same traces. */
function numberOf(traceId: string): number {
  let number = 0;
  for (let at = 0; at < traceId.length; at += DIGITS)
    number ^= Number.parseInt(traceId.slice(at, at + DIGITS), 16);
  return number >>> 0;
}
