import { JsonText } from '../../../engine/json/text.ts';
import { RESULT_BYTES_MAX, RESULT_OBJECTS_MAX } from '../limits/limits.ts';
import type { Meter } from './meter.ts';
import { type QueryRefusal, refuseQuery } from '../document/refusals.ts';

/** The braces around an object, and the comma after it. */
const OBJECT_BYTES = 3;
/** The comma after a value. */
const SEPARATOR_BYTES = 1;
/** An estimate for a number, a boolean or null. */
const SCALAR_BYTES = 8;

/**
 * A text of at most so many characters is not measured. It counts as three bytes for each character, the most that
 * UTF-8 needs. That is less than the kibibyte of its field, so no response within the limit of cost is refused.
 */
const UNMEASURED_LENGTH_MAX = 256;
const CHARACTER_BYTES_MAX = 3;

/** Counts the size of a response while it is made. Ends the run with a QueryRefusal if the size exceeds the limit. */
export function createResultBudget(
  { bytesMax, objectsMax }: { readonly bytesMax: number; readonly objectsMax: number } = {
    bytesMax: RESULT_BYTES_MAX,
    objectsMax: RESULT_OBJECTS_MAX,
  },
): Meter {
  let bytes = 0;
  let objects = 0;

  function refuseOver(): void {
    if (bytes <= bytesMax && objects <= objectsMax) return;
    throw refuseLargeResult();
  }
  return {
    onObject(memberBytes) {
      objects += 1;
      bytes += OBJECT_BYTES + memberBytes;
      refuseOver();
    },
    onLeaf(value) {
      bytes += SEPARATOR_BYTES + leafBytes(value);
      refuseOver();
    },
  };
}

/** The error if a response is too large. */
export const refuseLargeResult = (): QueryRefusal =>
  refuseQuery(
    'query_too_complex',
    `The response would have more than ${RESULT_BYTES_MAX / 1024 / 1024} MiB or ${RESULT_OBJECTS_MAX} objects; ask for fewer fields or smaller pages.`,
  );

function leafBytes(value: unknown): number {
  if (typeof value === 'string') {
    if (value.length <= UNMEASURED_LENGTH_MAX) return value.length * CHARACTER_BYTES_MAX;
    return Buffer.byteLength(value);
  }
  if (value instanceof JsonText) return Buffer.byteLength(value.text);
  if (typeof value !== 'object' || value === null) return SCALAR_BYTES;
  return Buffer.byteLength(JSON.stringify(value));
}
