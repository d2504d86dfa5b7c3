import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
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
