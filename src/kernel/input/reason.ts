import { proseField, textField, textSize } from './fields.ts';

/** Characters of a reason: half a page. */
const REASON_LENGTH_MAX = 1_000;
/** Characters of the longest reference that bank transfers carry, as in ISO 20022. */
const REFERENCE_LENGTH_MAX = 140;

export const REASON_SIZE = textSize(REASON_LENGTH_MAX);
export const REASON_SAYS = `must have 1 to ${REASON_LENGTH_MAX} characters and not be blank`;

/** Why a person does something. With a minimum of 0 it may be empty. */
export const reasonField = (min: 0 | 1 = 1) => proseField(REASON_LENGTH_MAX, min);

/** The reason of an operator, which no partner reads. */
export const operatorsReason = () =>
  reasonField().describe('Why. It is for operators only, and stored encrypted.');

/** The reference of a payment. */
export const referenceField = () => textField(1, REFERENCE_LENGTH_MAX);
