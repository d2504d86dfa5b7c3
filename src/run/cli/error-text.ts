import { CommanderError } from 'commander';
import { ConfigError } from '../../kernel/config-error.ts';
import { replyError } from '../../pipeline/rest-kit/reply.ts';
import { optionOf, spelled } from './options/spelled.ts';
import {
  type OperationError,
  type Problem,
  refusal,
  spellProblem,
  withMissing,
} from '../../kernel/errors.ts';
import { masked } from '../../kernel/masked-error.ts';
import { world } from '../../kernel/world.ts';

/**
 * Why a command failed: one sentence, or with --json the error body of REST. `nearest` is the command that an unknown
 * first word probably means, or null. If it is undefined, the parser suggests one.
 */
export function errorText(error: unknown, json: boolean, nearest?: string | null): string {
  const refused = asRefusal(error, nearest);
  if (json) return String(replyError(refused, { requestId: world.uuid(), publicUrl: null }).body);
  return withMissing(refused.problems.map(sentence).join(' '), refused.missing, ({ name }) => name);
}

function asRefusal(error: unknown, nearest: string | null | undefined): OperationError {
  if (error instanceof CommanderError) return refusal('parameter_invalid', misuse(error, nearest));
  if (error instanceof ConfigError) return refusal('service_unavailable', error.message);
  const kind = error instanceof Error ? error.name : typeof error;
  return masked(error, `The command failed with an unexpected ${kind}; nothing was changed.`);
}

/** Commander's `error: unknown option '--x'` as a sentence, with its suggestion and without the value. */
function misuse({ code, message }: CommanderError, nearest: string | null | undefined): string {
  if (code === 'commander.help') return 'A command is missing, such as partner list; --help shows them all.';
  const words = message
    .replace(/^error: /, '')
    .split('\n', 1)[0]
    ?.replace(/ argument '.*' is invalid\./, ' is invalid.');
  const text = (words ?? '').replace(/\.?$/, '.');
  const [, suggested] = /^\((Did you mean [^\n]{1,200}\?)\)$/m.exec(message) ?? [];
  const suggestion = nearest === undefined ? suggested : nearest && `Did you mean ${nearest}?`;
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1);
  return (suggestion ?? '') === '' ? capitalized : `${capitalized} ${suggestion}`;
}

/** Members that are arguments, and how a sentence begins with them. */
const ARGUMENTS: ReadonlySet<string> = new Set([
  'name',
  'list',
  'shell',
  'text',
  'folder',
  'file',
  'kind',
  'id',
  'partner_id',
]);

/**
 * The sentence about one problem. If the problem is inside the value of an option, the sentence names the option and
 * the entry.
 */
function sentence(problem: Problem): string {
  const [index, inner] = problem.path.slice(-2);
  const isInEntry = typeof index === 'number' && typeof inner === 'string';
  const member = problem.path.filter((step) => typeof step === 'string').slice(0, isInEntry ? -1 : undefined);
  const name = spelled(member);
  const option = ARGUMENTS.has(name) ? `The ${name}` : optionOf(member);
  return spellProblem({ ...problem, path: problem.path.slice(0, 1) }, () =>
    isInEntry ? `Entry ${index + 1} of ${option}: ${inner}` : option,
  );
}
