import { z } from 'zod';
import { optionalText, orNull, priceRateField, proseField, textField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { pageInput } from '../../pipeline/rows/find-page.ts';
import { type DecisionReason, DECISION_REASONS, isDecisionReason } from '../decision/reasons.rules.ts';
import { CONDITION_LENGTH_MAX, isFault, readCondition } from './cel.ts';
import { POLICY_STATES } from './policy.machine.ts';

/** The most rules of a policy. More would not be read by a person, and each is evaluated at every request. */
export const RULES_MAX = 50;
/** Characters of the key of a rule, which decisions keep. */
const KEY_LENGTH_MAX = 40;
/** Characters of the note of a rule: two sentences. */
const RULE_NOTE_MAX = 500;
/** Characters of the note of a policy: half a page. */
const NOTE_LENGTH_MAX = 2_000;

const verdict = () => typeNamed('PolicyVerdict', z.enum(['deny', 'review', 'approve']));

/** A condition. Its fault is named with the place of its first character. */
const condition = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty; `true` holds always', abort: true })
  .superRefine((text, { issues }) => {
    const read = readCondition(text);
    if (isFault(read)) issues.push({ code: 'custom', message: saysWhere(text, read), input: text });
  })
  .meta({ minLength: 1, maxLength: CONDITION_LENGTH_MAX });

/** What is wrong, and where: the line too, if there are several. */
function saysWhere(text: string, { says, at }: { readonly says: string; readonly at: number }): string {
  const before = text.slice(0, at - 1).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `${says} (${before.length > 1 ? `line ${before.length}, ` : ''}character ${column})`;
}

const RuleInput = typeNamed(
  'PolicyRuleInput',
  z
    .strictObject({
      key: textField(1, KEY_LENGTH_MAX)
        .regex(
          /^[a-z][a-z0-9_-]*$/,
          'must begin with a small letter, and have small letters, digits, - and _',
        )
        .describe('A short name of the rule, which decisions keep, such as `high_chargebacks`.'),
      when: condition.describe(
        'A condition in CEL over the facts, such as `chargeback_rate > 0.05`. At most 2,000 characters.',
      ),
      then: verdict().describe('What follows if the condition holds.'),
      reason: orNull(
        typeNamed(
          'UnderwritingDenialReason',
          z.custom<DecisionReason>(
            (value) => typeof value === 'string' && isDecisionReason(value),
            `must be one of ${Object.keys(DECISION_REASONS).join(', ')}`,
          ),
        ),
      ).describe('Why it denies; only for `DENY`. `CREDIT_POLICY` when absent.'),
      rate: orNull(priceRateField()).describe(
        'The rate of the offer as a decimal; only for `APPROVE`. The rate of the pricing when absent.',
      ),
      note: optionalText(proseField(RULE_NOTE_MAX)).describe('Why there is such a rule.'),
    })
    .refine(({ then, reason }) => reason === null || then === 'deny', {
      error: 'can only stand in a rule that denies',
      path: ['reason'],
    })
    .refine(({ then, rate }) => rate === null || then === 'approve', {
      error: 'can only stand in a rule that approves',
      path: ['rate'],
    }),
).describe('A rule of a policy.');

/** What a policy decides by, and what people say about it. */
const PolicyInput = z.strictObject({
  otherwise: verdict().describe('What follows if no rule holds.'),
  rules: z
    .array(RuleInput)
    .min(1)
    .max(RULES_MAX)
    .refine((rules) => new Set(rules.map(({ key }) => key)).size === rules.length, 'must not use a key twice')
    .describe(`1 to ${RULES_MAX} rules. Their order counts among the rules of one verdict.`),
  purpose: optionalText(textField()).describe('What it is for, in a line.'),
  note: optionalText(proseField(NOTE_LENGTH_MAX)).describe('What colleagues should know about this version.'),
});

export const CreatePolicyInput = PolicyInput.extend({
  partner_id: orNull(typeNamed('ID', z.string())).describe(
    'The partner whose requests it evaluates, in place of the general policy; absent for the general one.',
  ),
}).describe('A new version of a policy.');

export const UpdatePolicyInput = PolicyInput.describe(
  'The whole content of a draft; it replaces the present one.',
);

/** The filters of the list of policies. */
export const POLICY_FILTERS = {
  state: typeNamed('PolicyState', z.enum(POLICY_STATES)).describe('Only versions in this state.').optional(),
  partner_id: typeNamed('ID', z.string()).describe('Only versions for this partner alone.').optional(),
  hash: z.string().describe('Only versions of this content.').optional(),
};
export type PolicyFilter = z.output<z.ZodObject<typeof POLICY_FILTERS>>;

export const ListPoliciesInput = pageInput('pol', POLICY_FILTERS);
