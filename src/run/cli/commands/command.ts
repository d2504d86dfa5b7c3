import { Argument, type Command } from 'commander';
import { z } from 'zod';
import { PAGE_LIMIT_MAX, type Page } from '../../../kernel/page.ts';
import { integerField } from '../../../kernel/input/fields.ts';
import { readInput } from '../../../pipeline/input/read-input.ts';
import type { Ids, Operation } from '../../../pipeline/operation.ts';
import type { OpenRights } from '../../open/open-rights.ts';
import { writtenOf } from '../options/option-value.ts';
import { meaningOf, optionsOf } from '../options/schema-options.ts';
import { type Column, factsTable, recordTable, rowsTable } from '../output/tables.ts';
import type { Session } from '../session/session.ts';

/** Adds a command below a noun, or below the program. */
export type AddCommand = (above: Command, session: Session) => void;

/** The facts of a command that no schema has. */
interface CommandRow {
  /** Its last word, for example `create`. */
  readonly name: string;
  readonly says: string;
  /** The members that are arguments instead of options, in their order. */
  readonly places?: readonly string[];
}

type Given = Readonly<Record<string, unknown>>;

/** A command with the members of an object schema as arguments and options. */
export const command =
  <Schema extends z.ZodObject>(
    row: CommandRow & {
      readonly takes: Schema;
      readonly run: (session: Session, given: z.output<Schema>) => Promise<void> | void;
    },
  ): AddCommand =>
  (above, session) =>
    add(above, row, row.takes.shape, async (given) => row.run(session, readInput(row.takes, given)));

interface OperationRow<RunIds extends Ids, Schema extends z.ZodObject, Subject, View> extends CommandRow {
  readonly operation: Operation<RunIds, Schema, Subject, View>;
  /** The ids of the operation. They are arguments, or options if they may be absent. */
  readonly ids: z.ZodObject & z.ZodType<RunIds>;
  readonly rights?: OpenRights;
  /** Members of the input that have a default on the command line only. */
  readonly presets?: z.ZodRawShape;
  /** Adds members that follow from the given ones. */
  readonly completes?: (input: Given) => Given;
}

/** A command that runs an operation; its input becomes options. It prints all facts of the view, or a record. */
export const operationCommand =
  <RunIds extends Ids, Schema extends z.ZodObject, Subject, View extends object | null>(
    row: OperationRow<RunIds, Schema, Subject, View> & {
      /** The record to print. */
      readonly shows?: (view: NonNullable<View>) => object;
    },
  ): AddCommand =>
  (above, session) =>
    addOperation(above, session, row, (view) => {
      const record = row.shows?.(view);
      session.print(record ?? view, record ? recordTable(record) : factsTable(Object.entries(view)));
    });

/** How many items a list has, from one to a full page. */
export const limitField = (preset: number) =>
  integerField(1, PAGE_LIMIT_MAX).default(preset).describe(`How many to list, 1 to ${PAGE_LIMIT_MAX}.`);

/** The options of every list. */
const PAGE = {
  limit: limitField(PAGE_LIMIT_MAX),
  starting_after: z.string().optional().describe('Continue after this id.'),
};
/** Members of a list's input that only the APIs have. */
const NO_OPTIONS: readonly string[] = ['offset', 'ending_before', 'from'];

/** A command that prints a page of a list, and tells how to get the next page. JSON has `has_more`. */
export const listCommand =
  <RunIds extends Ids, Schema extends z.ZodObject, Subject, Item extends object>(
    row: OperationRow<RunIds, Schema, Subject, Page<Item>> & {
      /** The member of the JSON output that holds the items. */
      readonly member: string;
      readonly id: keyof Item & string;
      readonly columns: readonly Column<Item>[];
      /** Other columns for a terminal. */
      readonly onTerminal?: readonly Column<Item>[];
    },
  ): AddCommand =>
  (above, session) =>
    addOperation(above, session, { ...row, presets: { ...PAGE, ...row.presets } }, ({ rows, hasOlder }) => {
      const isText = session.format === 'text';
      const columns = isText ? (row.onTerminal ?? row.columns) : row.columns;
      session.print({ [row.member]: rows, has_more: hasOlder }, rowsTable(rows, columns));
      const last = rows.at(-1);
      if (hasOlder && last !== undefined && session.format !== 'json')
        session.say(`There are more; continue with --starting-after ${String(last[row.id])}`);
    });

function addOperation<RunIds extends Ids, Schema extends z.ZodObject, Subject, View>(
  above: Command,
  session: Session,
  row: OperationRow<RunIds, Schema, Subject, View>,
  print: (view: NonNullable<View>) => void,
): void {
  const { operation, ids, presets = {}, completes = (input) => input } = row;
  if (typeof operation.input === 'function') throw new Error(`${operation.name} has no one form of input.`);
  const typedIds: z.ZodType<RunIds> = ids;
  const required = Object.keys(ids.shape).filter((name) => !isOptional(ids.shape[name]));
  const places = [...required, ...(row.places ?? [])];
  const shape = without({ ...ids.shape, ...operation.input.shape, ...presets }, NO_OPTIONS);
  add(above, { ...row, places }, shape, async (given) => {
    const input = completes(without(given, Object.keys(ids.shape)));
    const sent = { ...z.object(presets).parse({}), ...input };
    print(await session.perform(operation, typedIds.parse(given), sent, row.rights));
  });
}

const isOptional = (schema: z.core.$ZodType = z.never()): boolean => z.safeParse(schema, undefined).success;

const without = <Value>(members: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

/** Adds a command. Its action gets the given members in the form of an operation's input. */
function add(
  above: Command,
  { name, says, places = [] }: CommandRow,
  shape: z.ZodRawShape,
  act: (given: Given) => Promise<void>,
): void {
  const added = above.command(name).description(says);
  for (const place of places) added.addArgument(argumentOf(place, shape[place]));
  const members = optionsOf(without(shape, places));
  for (const { option } of members) added.addOption(option);
  added.action(() => {
    const options: Given = added.opts();
    const input: Record<string, unknown> = {};
    places.forEach((place, at) => Object.assign(input, { [place]: added.args[at] }));
    for (const { path, option } of members) {
      const [[member = '', inner], value] = [path, options[option.attributeName()]];
      if (value !== undefined)
        input[member] = inner === undefined ? value : { ...Object(input[member]), [inner]: value };
    }
    return act(input);
  });
}

function argumentOf(place: string, schema: z.core.$ZodType | undefined): Argument {
  const { choices, hint } = writtenOf(schema, [place]);
  // A narrow column leaves room for the descriptions.
  const word = place
    .replace(/^webhook_/, '')
    .replace(/^owner_/, 'partner_')
    .replace(/^object_/, '');
  const argument = new Argument(
    isOptional(schema) ? `[${word}]` : `<${word}>`,
    meaningOf(schema, place) + hint,
  );
  argument.argChoices = [...choices];
  return argument;
}
