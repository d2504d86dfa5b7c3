import { notBefore } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import { defineRealTimeCommand } from '../../pipeline/operation.ts';
import { changeOperator, lockOperator } from './operator.operations.ts';
import { isUnconfirmed, type OperatorView, presentOperator } from './operator.present.ts';
import { aboutOperator } from './operator.rules.ts';
import { CHANGES_OPERATOR } from './two-people.ts';
import { isSamePerson, requireConfirmed, requirePerson } from './people.ts';

/** A person confirms another one who signs in by OpenID Connect. From then on that one may approve changes. */
export const confirmOperator = defineRealTimeCommand({
  name: 'confirmOperator',
  scope: 'admin',
  roles: ['operator'],
  locate: lockOperator,
  twoPeople: CHANGES_OPERATOR,
  async run(context, { subject }): Promise<OperatorView> {
    const person = await requirePerson(context);
    requireConfirmed(person);
    if (isSamePerson(person, subject, context.vault))
      throw refusal('permission_denied', 'Only a second person can confirm an operator.');
    if (subject.disabled_at !== null)
      throw refusal('conflict', 'The operator is disabled, which cannot be undone.');
    if (!isUnconfirmed(subject)) return presentOperator(subject, context.vault);
    const confirmed_at = notBefore(subject.created_at, context.now);
    const after = await changeOperator(context, subject, { confirmed_at });
    await context.record({ ...aboutOperator(after), type: 'operator.confirmed' });
    return presentOperator(after, context.vault);
  },
});
