import { createContextKey, ROOT_CONTEXT } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { SamplerName } from '../kernel/sampler-names.ts';

export type { SamplerName };

interface Sampling {
  readonly sampler: SamplerName;
  readonly ratio: number;
}

/** The sampler of a name that OTEL_TRACES_SAMPLER can have. */
export function samplerOf({ sampler, ratio }: Sampling): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  if (sampler === 'always_on' || sampler === 'always_off' || sampler === 'traceidratio')
    return roots[sampler]();
  const names = {
    parentbased_always_on: 'always_on',
    parentbased_always_off: 'always_off',
    parentbased_traceidratio: 'traceidratio',
  } as const;
  return new ParentBasedSampler({ root: roots[names[sampler]]() });
}

/** The part of the traces without a parent that is kept. */
export function rootShare({ sampler, ratio }: Sampling): number {
  if (sampler.endsWith('always_off')) return 0;
  return sampler.endsWith('always_on') ? 1 : ratio;
}

const KEPT = createContextKey('a trace that is kept');

/**
 * The context of a new trace that was chosen to be kept. It is chosen before it has an id, because making ids and
 * spans for all dropped traces would take longer than everything else.
 */
export const KEPT_ROOT = ROOT_CONTEXT.setValue(KEPT, true);

/** A sampler that keeps a root that was chosen before, and asks `sampler` about spans with a parent. */
export const decidedSampler = (sampler: Sampler): Sampler => ({
  shouldSample: (context, ...about) =>
    context.getValue(KEPT) === true
      ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
      : sampler.shouldSample(context, ...about),
  toString: () => sampler.toString(),
});
