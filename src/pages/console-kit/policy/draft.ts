import { percentOf, rateOfPercent } from '../../../kernel/rate.ts';
import { ApiError } from '../api.ts';
import type {
  PolicyRuleInput,
  PolicyVerdict,
  UpdatePolicyInput,
  WholePolicyFragment,
} from '../generated/graphql.ts';
import { isDenial } from '../meanings.ts';

/** A rule as it stands in the fields of the editor. */
export interface DraftRule {
  /** Tells the rules of an editor apart, as their keys may be equal for a while. */
  readonly id: number;
  readonly key: string;
  readonly when: string;
  readonly then: PolicyVerdict;
  /** Empty for the reason of a rule that names none. */
  readonly reason: string;
  /** In percent; empty for the rate of the pricing. */
  readonly rate: string;
  readonly note: string;
}

export interface Draft {
  readonly partnerId: string;
  readonly purpose: string;
  readonly note: string;
  readonly otherwise: PolicyVerdict;
  readonly rules: readonly DraftRule[];
}

let made = 0;
export function emptyRule(): DraftRule {
  made += 1;
  return { id: made, key: '', when: '', then: 'REVIEW', reason: '', rate: '', note: '' };
}

export const draftOf = (policy: WholePolicyFragment | null): Draft => ({
  partnerId: policy?.partnerId ?? '',
  purpose: policy?.purpose ?? '',
  note: policy?.note ?? '',
  otherwise: policy?.otherwise ?? 'REVIEW',
  rules: policy?.rules.map(draftRuleOf) ?? [emptyRule()],
});

const draftRuleOf = ({ key, when, then, reason, rate, note }: WholePolicyFragment['rules'][number]) => ({
  ...emptyRule(),
  key,
  when,
  then,
  reason: reason ?? '',
  rate: rate === null ? '' : percentOf(rate),
  note: note ?? '',
});

/** The content as the gateway takes it. Throws ApiError if a rate is none. */
export const contentOf = ({ otherwise, rules, purpose, note }: Draft): UpdatePolicyInput => ({
  otherwise,
  rules: rules.map(ruleInput),
  ...(purpose.trim() !== '' && { purpose }),
  ...(note.trim() !== '' && { note }),
});

function ruleInput({ key, when, then, reason, rate, note }: DraftRule, at: number): PolicyRuleInput {
  const given = then === 'APPROVE' && rate.trim() !== '' ? rateOfPercent(rate.trim()) : null;
  if (then === 'APPROVE' && rate.trim() !== '' && given === null)
    throw new ApiError('This is no rate in percent.', 'parameter_invalid', null, null, `rules[${at}].rate`);
  return {
    key,
    when,
    then,
    ...(then === 'DENY' && isDenial(reason) && { reason }),
    ...(given !== null && { rate: given }),
    ...(note.trim() !== '' && { note }),
  };
}

/** A member of a rule in which the gateway found a fault. */
interface Place {
  readonly rule: number;
  readonly member: string;
}

/** The place of a fault such as `rules[1].when`; null if it is not in a rule. */
export function placeOf({ param }: ApiError): Place | null {
  const found = /^rules\[(\d+)\](?:\.(\w+))?$/.exec(param ?? '');
  return found === null ? null : { rule: Number(found[1]), member: found[2] ?? 'key' };
}
