import { defineRealTimeQuery } from '../../pipeline/operation.ts';
import { findPolicy } from './find-policies.ts';
import { presentPolicy, type PolicyView } from './policy.present.ts';

type PolicyIds = { readonly policy_id: string };

/** One version. */
export const getPolicy = defineRealTimeQuery({
  name: 'getPolicy',
  roles: ['operator'],
  locate: (context, { policy_id }: PolicyIds) => findPolicy(context, policy_id),
  run: (context, { subject }): PolicyView => presentPolicy(subject, context),
});

/** The version that `node` asks for, for every role; partners find none. */
export const getVisiblePolicy = defineRealTimeQuery({
  name: 'getVisiblePolicy',
  roles: ['partner', 'operator'],
  locate: (context, { policy_id }: PolicyIds) =>
    findPolicy(context, context.caller.role === 'operator' ? policy_id : ''),
  run: (context, { subject }): PolicyView => presentPolicy(subject, context),
});
