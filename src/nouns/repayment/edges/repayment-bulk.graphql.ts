import type { Problem } from '../../../kernel/errors.ts';
import { spellPath, spellProblem } from '../../../kernel/errors.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { atMost } from '../../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../../pipeline/graphql-kit/input-from-zod.ts';
import { graphqlName } from '../../../pipeline/graphql-kit/naming.ts';
import {
  DATE_ORDER_MEANINGS,
  ImportRepaymentsInput,
  RecordRepaymentsInput,
  SEPARATOR_MEANINGS,
  SIGN_MEANINGS,
} from '../bulk/bulk.input.ts';
import { type BulkView, FAULTS_MAX, OUTCOME_MEANINGS, type Verdict } from '../bulk/bulk.present.ts';
import { BULK_MAX } from '../bulk/bulk.rules.ts';
import { importRepayments, recordRepayments } from '../bulk/record-repayments.operations.ts';
import { RepaymentObject, RepaymentAllocationObject } from './repayment.graphql.ts';
import { enumOf } from '../../../pipeline/graphql-kit/enum.ts';
import { commandOf } from '../../../pipeline/graphql-kit/command-of.ts';

const RepaymentOutcomeEnum = enumOf('RepaymentOutcome', 'What became of an item.', OUTCOME_MEANINGS);
enumOf('CsvSeparator', 'What stands between two cells.', SEPARATOR_MEANINGS);
enumOf('CsvDecimalSign', 'What stands between dollars and cents.', SIGN_MEANINGS);
enumOf('CsvDateOrder', 'The order of day, month and year.', DATE_ORDER_MEANINGS);

/** The mutations that record many repayments together. */
export function defineRepaymentBulk(builder: Builder): void {
  const result = defineResult(builder);
  const items = inputFromZod(builder, 'RecordRepaymentsInput', RecordRepaymentsInput);
  const file = inputFromZod(builder, 'ImportRepaymentsInput', ImportRepaymentsInput);
  builder.mutationFields((t) => ({
    recordRepayments: t.field({
      type: result,
      description:
        'Records up to 500 repayments in one transaction, each with a verdict: all of them, or only the valid ones if ' +
        'the input says so. For operators.',
      ...commandOf(builder, recordRepayments, items),
    }),
    importRepayments: t.field({
      type: result,
      description: 'Like `recordRepayments`, for the rows of a CSV file. For operators.',
      ...commandOf(builder, importRepayments, file),
    }),
  }));
}

function defineResult(builder: Builder) {
  const verdict = defineVerdict(builder);
  return builder.objectRef<BulkView>('RepaymentBulk').implement({
    description: 'What became of the items of a bulk.',
    fields: (t) => ({
      recorded: t.exposeInt('recorded', { description: 'How many items were recorded.' }),
      valid: t.exposeInt('valid', { description: 'How many items could be recorded, and were not.' }),
      refused: t.exposeInt('refused', { description: 'How many items cannot be recorded.' }),
      items: t.expose('items', {
        type: [verdict],
        description: 'A verdict for each item, in their order.',
        extensions: atMost(BULK_MAX),
      }),
    }),
  });
}

const defineFault = (builder: Builder) =>
  builder.objectRef<Problem>('RepaymentFault').implement({
    description: 'Why an item is refused.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'The code of the catalogue of errors.' }),
      param: t.string({
        nullable: true,
        description: 'The field of the item; null if it is the whole item.',
        resolve: ({ path }) => (path.length === 0 ? null : spellPath(path, graphqlName)),
      }),
      message: t.string({
        description: 'A sentence that says what would be right.',
        resolve: (problem) => spellProblem(problem, graphqlName),
      }),
    }),
  });

function defineVerdict(builder: Builder) {
  const fault = defineFault(builder);
  return builder.objectRef<Verdict>('RepaymentVerdict').implement({
    description: 'What became of an item of a bulk.',
    fields: (t) => ({
      row: t.exposeInt('row', { description: 'The place of the item from 1 on, or its row in the file.' }),
      fundingId: t.exposeID('funding_id', {
        nullable: true,
        description: 'The settlement that the item names; null if none can be read.',
      }),
      outcome: t.expose('outcome', { type: RepaymentOutcomeEnum, description: 'What became of it.' }),
      receivedOn: t.expose('received_on', {
        type: 'LocalDate',
        nullable: true,
        description: 'The day on which the money came, as it was read; null if it is refused.',
      }),
      reference: t.exposeString('reference', {
        nullable: true,
        description: 'The reference of the payment, as it was read; null if it is refused.',
      }),
      currency: t.exposeString('currency', {
        nullable: true,
        description: 'The currency of the settlement; null if it is refused.',
      }),
      allocated: t.expose('allocated', {
        type: RepaymentAllocationObject,
        nullable: true,
        description: 'What it pays, or would pay; null if it is refused.',
      }),
      repayment: t.expose('repayment', {
        type: RepaymentObject,
        nullable: true,
        description: 'Null unless it was recorded.',
      }),
      errors: t.expose('faults', {
        type: [fault],
        description: `Why it is refused: at most ${FAULTS_MAX} faults.`,
        extensions: atMost(FAULTS_MAX),
      }),
    }),
  });
}
