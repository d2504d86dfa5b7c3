import { z } from 'zod';
import { spellPath } from '../../../kernel/errors.ts';
import { FLAW_MESSAGES } from '../../../engine/json/json-object-field.ts';
import { MalformedJson, whyMalformed } from '../../../engine/json/malformed.ts';
import { readJsonText } from '../../../engine/json/reader.ts';
import { tryInput } from '../../../pipeline/input/read-input.ts';
import { CreatePolicyInput } from '../../../nouns/policy/policy.input.ts';
import { GENERAL, type PolicyContent, policyHash } from '../../../nouns/policy/policy.present.ts';
import { readTextFile } from './text-file.ts';

/** A policy of the longest rules has a fifth of it. */
const FILE_BYTES_MAX = 1_024 * 1_024;

/** What is wrong with a file, and its place. */
export interface Fault {
  /** The path of a member, such as `rules[2].when`; `file` for the whole. */
  readonly place: string;
  /** The key of the rule; null outside of rules. */
  readonly rule: string | null;
  readonly says: string;
}

/** A policy as a file has it, with the hash that its version has. */
export interface PolicyFile {
  /** `all`, or the id of a partner. */
  readonly scope: string;
  readonly hash: string;
  readonly content: PolicyContent;
}

type Checked = { readonly policy: PolicyFile } | { readonly faults: readonly Fault[] };

const FileInput = CreatePolicyInput.omit({ partner_id: true }).extend({
  scope: z
    .string()
    .regex(/^(?:all|par_[0-9A-Za-z]{1,60})$/, 'must be "all", or the id of a partner')
    .default(GENERAL),
});

/** Members whose words the API writes in capitals. A file may have either. */
const WORDS: ReadonlySet<string> = new Set(['otherwise', 'then', 'reason']);

/** Reads a file, and finds everything that is wrong with its content. Throws if the file itself cannot be read. */
export async function readPolicyFile(file: string): Promise<Checked> {
  const { text } = await readTextFile(file, FILE_BYTES_MAX);
  const faults = faultsOfJson(text);
  if (faults.length > 0) return { faults };
  const sent: unknown = JSON.parse(text, (name, value: unknown) =>
    WORDS.has(name) && typeof value === 'string' ? value.toLowerCase() : value,
  );
  const reading = tryInput(FileInput, sent);
  if ('input' in reading) {
    const { scope, ...content } = reading.input;
    return { policy: { scope, hash: policyHash(scope, content), content } };
  }
  return {
    faults: reading.problems.map(({ path, says, suggestion }) => ({
      place: path.length === 0 ? 'file' : spellPath(path, (name) => name),
      rule: path[0] === 'rules' && typeof path[1] === 'number' ? keyOf(sent, path[1]) : null,
      says: suggestion === undefined ? says : `${says}; did you mean ${suggestion}?`,
    })),
  };
}

function faultsOfJson(text: string): readonly Fault[] {
  const whole = (says: string): readonly Fault[] => [{ place: 'file', rule: null, says }];
  try {
    const { value, flaws } = readJsonText(text);
    if (flaws.length > 0)
      return flaws.map(({ kind, path }) => ({
        place: path.length === 0 ? 'file' : spellPath(path, (name) => name),
        rule: null,
        says: FLAW_MESSAGES[kind],
      }));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? [] : whole('must be a JSON object');
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    return whole(`is not JSON: ${whyMalformed(text, error)}`);
  }
}

const Keyed = z.looseObject({ key: z.string() });

/** The key of a rule, if it has one. */
function keyOf(sent: unknown, index: number): string | null {
  const rules = z.looseObject({ rules: z.array(z.unknown()) }).safeParse(sent);
  const rule = Keyed.safeParse(rules.data?.rules[index]);
  return rule.success ? rule.data.key.slice(0, KEY_SHOWN_MAX) : null;
}

/** Characters of a key that a fault shows. A good key is not longer. */
const KEY_SHOWN_MAX = 40;
