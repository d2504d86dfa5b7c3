import { ROOT_CONTEXT } from '@opentelemetry/api';
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepsParentOf } from '../../../src/engine/tracing/sampler.ts';

const hex = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length })
    .map((digits) => digits.map((digit) => digit.toString(16)).join(''));

test('a sampler by ratio keeps the traces that the SDK of OpenTelemetry keeps', () => {
  fc.assert(
    fc.property(hex(32), fc.constantFrom(0, 0.01, 0.3, 0.5, 0.99, 1), (traceId, ratio) => {
      const kept = keepsParentOf({ sampler: 'traceidratio', ratio });
      const { decision } = new TraceIdRatioBasedSampler(ratio).shouldSample(ROOT_CONTEXT, traceId);
      fc.pre(!/^0*$/.test(traceId));
      expect(kept({ traceId, spanId: '00f067aa0ba902b7', isSampled: false })).toBe(
        decision === SamplingDecision.RECORD_AND_SAMPLED,
      );
    }),
  );
});
