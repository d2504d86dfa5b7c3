import { Option } from 'commander';
import { z } from 'zod';
import { descriptionOf, sharedMeaning } from '../../../kernel/input/description.ts';
import { unwrapped } from '../../../kernel/input/schema-shape.ts';
import { percentOf } from '../../../kernel/rate.ts';
import { type Written, writtenOf } from './option-value.ts';
import { optionOf, spelled } from './spelled.ts';

/** An option of a member of an input. */
interface MemberOption {
  readonly path: readonly string[];
  readonly option: Option;
}

/** The kind of value of members whose names do not tell it. */
const KINDS = new Map(
  Object.entries({
    cursor: ['after', 'until', 'replay_from'],
    id: ['starting_after'],
    partner_id: ['owner_id', 'partner'],
    count: ['limit', 'events'],
    duration: ['slower_than'],
    moment: ['since'],
  }).flatMap(([kind, members]) => members.map((member) => [member, kind])),
);

/** An option for each member of an object schema, and for each member of an object within it. */
export function optionsOf(shape: z.ZodRawShape, above: readonly string[] = []): readonly MemberOption[] {
  return Object.entries(shape).flatMap(([member, schema]) => {
    const [path, plain] = [[...above, member], unwrapped(schema)];
    if (plain instanceof z.ZodObject) return optionsOf(plain.shape, path);
    const options = plain instanceof z.ZodBoolean ? flagsOf(schema, path) : [valued(schema, path)];
    return options.map((option) => ({ path, option }));
  });
}

/** The description of a member as a part of a sentence for the help, in the units that people write. */
export function meaningOf(schema: unknown, member: string): string {
  const text = descriptionOf(schema) ?? sharedMeaning(member) ?? '';
  return text
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
    .replace(/(?<!\.)\.$/, '')
    .replaceAll('`', '')
    .replace('a decimal, such as 0.002', 'in percent such as 0.15% or as a decimal such as 0.0015')
    .replace(', in seconds', ', such as 24h');
}

/** If a member may be null, its option can switch it on or off. Any other flag only switches its default. */
function flagsOf(schema: z.core.$ZodType, path: readonly string[]): readonly Option[] {
  const says = meaningOf(schema, path.at(-1) ?? '');
  const preset = z.safeParse(schema, undefined).data;
  const [on, off] = [optionOf(path), optionOf(path).replace('--', '--no-')];
  if (!z.safeParse(schema, null).success)
    return [preset === true ? new Option(off, says) : new Option(on, says)];
  return [new Option(on, says), new Option(off, `not so${preset === false ? ' (default)' : ''}`)];
}

function valued(schema: z.core.$ZodType, path: readonly string[]): Option {
  const written = writtenOf(schema, path);
  const member = path.at(-1) ?? '';
  const says = meaningOf(schema, member);
  const kind =
    written.kind ??
    KINDS.get(member) ??
    (member.endsWith('_id') ? member : (spelled(path).split('_').at(-1) ?? ''));
  const given = z.safeParse(schema, undefined);
  const preset = presetOf(given.data, written);
  // The descriptions of the APIs have the default in words.
  const means = preset === '' ? says : says.replace(/; \S+ when absent$/, '');
  const option = new Option(`${optionOf(path)} <${kind}>`, means + written.hint + preset);
  option.argChoices = [...written.choices];
  return option.argParser(addedUp(written.read)).makeOptionMandatory(!given.success);
}

/** A list whose option is given again goes on. Any other option has its last value, as everywhere. */
const addedUp =
  (read: Written['read']) =>
  (text: string, before: unknown): unknown => {
    const value = read(text);
    return Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value;
  };

function presetOf(preset: unknown, { kind, choices }: Written): string {
  if ((preset ?? '') === '') return '';
  return ` (default: ${textOf(preset, kind, choices)})`;
}

function textOf(preset: unknown, kind: string | null, choices: readonly string[]): string {
  if (typeof preset === 'number' && kind === 'rate') return `${percentOf(preset)}%`;
  if (typeof preset === 'number' && kind === 'duration') return `${preset / 3_600}h`;
  if (!Array.isArray(preset)) return String(preset);
  if (preset.length === 0) return 'none';
  return preset.length === choices.length ? 'all' : preset.join(',');
}
