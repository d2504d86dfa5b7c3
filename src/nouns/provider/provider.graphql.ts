import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { atMost, runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { enumOf } from '../../pipeline/graphql-kit/enum.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { CURRENCIES } from '../../kernel/currency.ts';
import { OPERATION_MEANINGS, RULE_MEANINGS, SETTABLE_OPERATIONS } from '../../kernel/two-people.ts';
import {
  COUNTRY_CODES,
  FEE_RECOGNITION_MEANINGS,
  HOLIDAYS_MAX,
  QUEUE_NAMES,
  UpdateProviderSettingsInput,
  WORK_QUEUES,
} from './provider.input.ts';
import { closeBooks, getProviderSettings, updateProviderSettings } from './provider.operations.ts';
import { ProviderSettingsView } from './provider.present.ts';
import { AMOUNTS_MAX } from './two-people.input.ts';
import { commandOf } from '../../pipeline/graphql-kit/command-of.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const ProviderSettingsObject = objectNamed<ProviderSettingsView>('ProviderSettings');

const FeeRecognitionEnum = enumOf(
  'FeeRecognition',
  'When fees become income in the books.',
  FEE_RECOGNITION_MEANINGS,
);
const WorkQueueEnum = enumOf('WorkQueue', 'A queue of work that can have a due time.', WORK_QUEUES);
export const TwoPeopleOperationEnum = enumOf(
  'TwoPeopleOperation',
  'A change that may need two people.',
  OPERATION_MEANINGS,
);
const TwoPeopleRuleEnum = enumOf('TwoPeopleRule', 'When a change needs two people.', RULE_MEANINGS);

/** The settings of the provider, for operators. */
export function defineProvider(builder: Builder): void {
  defineType(builder);
  const input = inputFromZod(builder, 'UpdateProviderSettingsInput', UpdateProviderSettingsInput);
  builder.queryField('providerSettings', (t) =>
    t.field({
      type: ProviderSettingsObject,
      description: 'What the provider has set for all partners. For operators.',
      extensions: runs(getProviderSettings),
      resolve: (_root, _args, context) => runQuery(context, getProviderSettings, { ids: {} }),
    }),
  );
  builder.mutationFields((t) => ({
    updateProviderSettings: t.field({
      type: ProviderSettingsObject,
      description:
        'Changes the settings that are given. Settings that are absent or null stay unchanged. Needs the scope ADMIN. For operators.',
      ...commandOf(builder, updateProviderSettings, input),
    }),
    closeBooks: t.field({
      type: ProviderSettingsObject,
      description:
        'Closes the books until a day, for good. A fact of an earlier day is then posted on the day of its recording. For operators.',
      ...commandOf(builder, closeBooks),
    }),
  }));
}

/** The types of the settings of two people. */
function defineTwoPeople(builder: Builder) {
  const rule = builder.objectRef<ProviderSettingsView['two_people'][number]>('TwoPeople').implement({
    description: 'When a change needs two people.',
    fields: (t) => ({
      operation: t.expose('operation', { type: TwoPeopleOperationEnum, description: 'The change.' }),
      rule: t.expose('rule', { type: TwoPeopleRuleEnum, description: 'When it needs two people.' }),
    }),
  });
  const amount = builder
    .objectRef<ProviderSettingsView['two_people_from'][number]>('TwoPeopleFrom')
    .implement({
      description: 'The amount from which a change needs two people.',
      fields: (t) => ({
        operation: t.expose('operation', { type: TwoPeopleOperationEnum, description: 'The change.' }),
        currency: t.exposeString('currency'),
        amount: t.expose('amount', {
          type: 'SafeInt',
          description: 'In the minor unit; this amount needs two.',
        }),
      }),
    });
  return { rule, amount };
}

function defineType(builder: Builder): void {
  const twoPeople = defineTwoPeople(builder);
  const ceiling = builder.objectRef<ProviderSettingsView['rate_ceiling'][number]>('RateCeiling').implement({
    description: 'The highest annual rate of an offer to customers of a country.',
    fields: (t) => ({
      country: t.exposeString('country', { description: 'The country of the customer, such as HK.' }),
      rate: t.exposeFloat('rate', { description: 'Of a year, as a decimal: 0.6 is 60 %.' }),
    }),
  });
  const holiday = builder.objectRef<ProviderSettingsView['holidays'][number]>('Holiday').implement({
    description: 'A day on which the banks of a country are closed.',
    fields: (t) => ({
      country: t.exposeString('country', { description: 'The country of the customer, such as HK.' }),
      day: t.expose('day', { type: 'LocalDate', description: 'The day in that country.' }),
    }),
  });
  const difference = builder
    .objectRef<ProviderSettingsView['small_difference'][number]>('SmallDifference')
    .implement({
      description: 'What may stay unpaid in a currency when a settlement is closed.',
      fields: (t) => ({
        currency: t.exposeString('currency'),
        amount: t.expose('amount', { type: 'SafeInt', description: 'In the minor unit of the currency.' }),
      }),
    });
  const dueTime = builder.objectRef<ProviderSettingsView['due_times'][number]>('DueTime').implement({
    description: 'How soon the work of a queue should be done.',
    fields: (t) => ({
      queue: t.expose('queue', { type: WorkQueueEnum, description: 'The queue.' }),
      hours: t.exposeInt('hours', { description: 'From the beginning of the wait.' }),
    }),
  });
  builder.objectType(ProviderSettingsObject, {
    description: 'What the provider has set for all partners.',
    extensions: shownBy(ProviderSettingsView),
    fields: (t) => ({
      rateCeiling: t.expose('rate_ceiling', { type: [ceiling], extensions: atMost(COUNTRY_CODES.length) }),
      holidays: t.expose('holidays', { type: [holiday], extensions: atMost(HOLIDAYS_MAX) }),
      smallDifference: t.expose('small_difference', {
        type: [difference],
        extensions: atMost(CURRENCIES.length),
      }),
      feeRecognition: t.expose('fee_recognition', { type: FeeRecognitionEnum }),
      twoPeople: t.expose('two_people', {
        type: [twoPeople.rule],
        extensions: atMost(SETTABLE_OPERATIONS.length),
      }),
      twoPeopleFrom: t.expose('two_people_from', {
        type: [twoPeople.amount],
        extensions: atMost(AMOUNTS_MAX),
      }),
      separateRoles: t.exposeBoolean('separate_roles'),
      dueTimes: t.expose('due_times', { type: [dueTime], extensions: atMost(QUEUE_NAMES.length) }),
      booksClosedUntil: t.expose('books_closed_until', { type: 'LocalDate', nullable: true }),
      updatedAt: t.expose('updated_at', { type: 'DateTime' }),
    }),
  });
}
