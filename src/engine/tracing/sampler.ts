import { ROOT_CONTEXT } from '@opentelemetry/api';
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import type { SamplerName } from './sampler-names.ts';
import type { TraceParent } from '../../kernel/trace-context.ts';

export type { SamplerName };

interface Sampling {
  readonly sampler: SamplerName;
  readonly ratio: number;
}

/** The share of traces without a parent that are kept. */
export function rootShare({ sampler, ratio }: Sampling): number {
  if (sampler.endsWith('always_off')) return 0;
  return sampler.endsWith('always_on') ? 1 : ratio;
}

/** Whether the spans of a trace that a client began are kept; the sampler decides. */
export function keepsParentOf({ sampler, ratio }: Sampling): (parent: TraceParent) => boolean {
  if (sampler === 'always_on') return () => true;
  if (sampler === 'always_off') return () => false;
  if (sampler !== 'traceidratio') return ({ isSampled }) => isSampled;
  const byRatio = new TraceIdRatioBasedSampler(ratio);
  return ({ traceId }) =>
    byRatio.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
}
