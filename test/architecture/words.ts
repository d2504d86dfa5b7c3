import { stripTypeScriptTypes } from 'node:module';
import { type Comment, parse, type Token } from 'acorn';
import { full } from 'acorn-walk';
import { transformSync } from 'rolldown/utils';

interface Former {
  /** Matches one part of a name: `looseBlob` has two parts. */
  readonly word: RegExp;
  readonly say: string;
  /** Whether tests may use it, because it is a common English word there. */
  readonly isFineInTests?: true;
  /** Whether only names may not use it, but prose may: "the gateway said". */
  readonly isFineInProse?: true;
}

/** Words of earlier versions, each with the word that replaced it. */
const FORMER_WORDS: readonly Former[] = [
  { word: /^faces?$/, say: 'API or handler' },
  { word: /^(?:un|re)?seal(?:s|ed|ing|er)?$/, say: 'encrypt, or checkpoint' },
  { word: /^tall(?:y|ies)$/, say: 'counter' },
  { word: /^lanes?$/, say: 'shard, or index partition' },
  { word: /^loose$/, say: 'orphan', isFineInTests: true },
  { word: /^doomed$/, say: 'claimed' },
  { word: /^exchanges?$/, say: 'request state, or request', isFineInTests: true },
  { word: /^happenings?$/, say: 'event', isFineInTests: true },
  { word: /^particulars?$/, say: 'options' },
  { word: /^stretch(?:es)?$/, say: 'cache scope, part or range' },
  { word: /^clockwork$/, say: 'scheduler' },
  { word: /^judg(?:e|es|ed|ing|ement)$/, say: 'validate' },
  { word: /^sought$/, say: 'lookupIds' },
  { word: /^heed(?:s|ed|ing)?$/, say: 'follow, or consider' },
  { word: /^hinder(?:s|ed)?$/, say: 'block, or delay' },
  { word: /^admit(?:s|ted)?$/, say: 'authenticate, or precheck' },
  { word: /^said$/, say: 'what the value is', isFineInProse: true, isFineInTests: true },
  { word: /^aftermath$/, say: 'after the commit', isFineInTests: true },
  { word: /^complaints?$/, say: 'error text, or problem', isFineInTests: true },
  { word: /^(?:strangers?|situations?|twins?)$/, say: 'what it is in HTTP or GraphQL', isFineInTests: true },
  { word: /^(?:whoever|whatever|nobody|somebody|anybody)$/, say: 'the person or the thing that is meant' },
];

const FORMER_IN = {
  src: FORMER_WORDS,
  test: FORMER_WORDS.filter(({ isFineInTests }) => isFineInTests !== true),
};

/** Phrases that a reader has to guess, in comments and in texts such as descriptions and names of tests. */
const FORMER_PHRASES: readonly Pick<Former, 'word' | 'say'>[] = [
  { word: /\bpast the gateway\b/i, say: 'in the database directly' },
  { word: /\b(?:came|comes?) of (?:it|them)\b/i, say: 'the result' },
  { word: /\bthat there (?:is|are) not\b/i, say: 'unknown, or that does not exist' },
  { word: /\bharms? none\b/i, say: 'fails alone' },
  { word: /\b(?:holds?|held) up\b/i, say: 'delay' },
  { word: /\bgo(?:es)? on behind\b/i, say: 'continue after' },
  { word: /\b(?:nobody|no one)’?'?s hands\b/i, say: 'where it is' },
  { word: /\bis let go\b/i, say: 'is released' },
  // A place may be *where*; a condition is *if*.
  {
    word: /\b(?:null|undefined|empty|false|none|absent|throws|rejects|resolves|refused|only|even|except) where\b/i,
    say: 'if',
  },
];

/** Names that stay although a part of them is a former word. */
const ALLOWED: ReadonlyMap<string, string> = new Map([['looseObject', 'zod']]);

interface FormerWord {
  readonly line: number;
  readonly name: string;
  readonly say: string;
}

/** Former words in the identifiers and comments of a TypeScript file. */
export function formerWordsIn(text: string, folder: 'src' | 'test'): readonly FormerWord[] {
  if (!mayHaveFormer(text, folder)) return [];
  const found: FormerWord[] = [];
  for (const { names, line, isComment } of wordsOf(text)) {
    for (const name of names) {
      if (ALLOWED.has(name) && !isComment) continue;
      for (const part of partsOf(name)) {
        const former = FORMER_IN[folder].find(({ word }) => word.test(part));
        if (former === undefined || (isComment && former.isFineInProse === true)) continue;
        found.push({ line, name, say: former.say });
      }
    }
  }
  return [...found, ...formerPhrasesIn(text)];
}

/**
 * Whether a text has former words anywhere, also in allowed places. Most texts have no such word, and need not be
 * parsed.
 */
function mayHaveFormer(text: string, folder: 'src' | 'test'): boolean {
  const isFormer = (name: string) => hasFormerPart(name, folder);
  if (text.match(/[\w$]+/g)?.some(isFormer) === true) return true;
  const sentence = onOneLine(text);
  return FORMER_PHRASES.some(({ word }) => word.test(sentence));
}

/** By name, because most names are in many files. */
const hasFormer = { src: new Map<string, boolean>(), test: new Map<string, boolean>() };

function hasFormerPart(name: string, folder: 'src' | 'test'): boolean {
  const known = hasFormer[folder].get(name);
  if (known !== undefined) return known;
  const has = partsOf(name).some((part) => FORMER_IN[folder].some(({ word }) => word.test(part)));
  hasFormer[folder].set(name, has);
  return has;
}

/** Without line ends, and without the stars at the beginning of comment lines. */
const onOneLine = (text: string): string => text.replaceAll(/\s*\n[\s*]*/g, ' ');

/** Former phrases in the comments and the texts of a TypeScript file. */
function formerPhrasesIn(text: string): readonly FormerWord[] {
  const { code, tokens, comments } = parsed(text);
  const texts = [
    ...comments.map(({ value, loc }) => ({ value, loc })),
    ...tokens
      .filter(({ type }) => type.label === 'string' || type.label === 'template')
      .map(({ start, end, loc }) => ({ value: code.slice(start, end), loc })),
  ];
  return texts.flatMap(({ value, loc }) => {
    const sentence = onOneLine(value);
    return FORMER_PHRASES.flatMap(({ word, say }) => {
      const name = word.exec(sentence)?.[0];
      return name === undefined ? [] : [{ line: loc?.start.line ?? 0, name, say }];
    });
  });
}

/** Functions of a TypeScript file with more than `linesMax` lines, as `line: lines`. */
export function longFunctions(text: string, linesMax: number): readonly string[] {
  if (text.split('\n').length <= linesMax) return [];
  const found: string[] = [];
  // Without a list of its tokens, which takes as long as parsing.
  full(parse(stripTypeScriptTypes(text), { ...SYNTAX, locations: true }), (node) => {
    if (!/Function/.test(node.type) || node.loc === undefined || node.loc === null) return;
    const lines = node.loc.end.line - node.loc.start.line + 1;
    if (lines > linesMax) found.push(`${node.loc.start.line}: ${lines} lines`);
  });
  return found;
}

interface Words {
  readonly names: readonly string[];
  readonly line: number;
  readonly isComment: boolean;
}

function wordsOf(text: string): readonly Words[] {
  const { code, tokens, comments } = parsed(text);
  const words: Words[] = wordsOfTypes(text);
  words.push(
    ...comments.map(({ value, loc }) => ({
      // Quoted code in a comment may name a table or a column.
      names: value.replaceAll(/`[^`]*`/g, ' ').match(/[\w$]+/g) ?? [],
      line: loc?.start.line ?? 0,
      isComment: true,
    })),
  );
  for (const { type, start, end, loc } of tokens) {
    if (type.label !== 'name' && type.label !== 'privateId') continue;
    words.push({
      names: [code.slice(start, end).replace('#', '')],
      line: loc?.start.line ?? 0,
      isComment: false,
    });
  }
  return words;
}

/** Words of types and of the comments inside them: the words that stripping removes from a line. */
function wordsOfTypes(text: string): Words[] {
  const stripped = parsed(text).code.split('\n');
  return text.split('\n').flatMap((raw, index) => {
    const rest = new Set(stripped[index]?.match(/[\w$]+/g));
    const names = (raw.replaceAll(/`[^`]*`|'[^' ]*'/g, ' ').match(/[\w$]+/g) ?? []).filter(
      (name) => !rest.has(name),
    );
    return names.length === 0 ? [] : [{ names, line: index + 1, isComment: false }];
  });
}

/** The last file and its parsed form, because names and phrases of a file are searched one after the other. */
let last: { readonly text: string; readonly parts: ReturnType<typeof parseFile> } | null = null;

function parsed(text: string) {
  if (last?.text !== text) last = { text, parts: parseFile(text) };
  return last.parts;
}

const SYNTAX = { ecmaVersion: 'latest', sourceType: 'module' } as const;

function parseFile(text: string) {
  const comments: Comment[] = [];
  const tokens: Token[] = [];
  // Types become spaces, so lines stay the same.
  const code = stripTypeScriptTypes(text);
  parse(code, { ...SYNTAX, locations: true, onComment: comments, onToken: tokens });
  return { code, comments, tokens };
}

/** `looseBlob` and `orphan_blob` as `loose` and `blob`. */
const partsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/**
 * The same for a screen: its names from the code for the browser, and its comments from the source, because that code
 * has only some of them.
 */
export function formerWordsInScreen(text: string): readonly string[] {
  const { code } = transformSync('screen.tsx', text, {
    lang: 'tsx',
    jsx: { runtime: 'automatic', importSource: 'preact' },
  });
  const comments = text.match(/\/\*[^]*?\*\/|^\s*\/\/ .*/gm) ?? [];
  const parts = [code, ...comments.map((comment) => `${comment}\nconst a = 1;`)];
  const found = parts.flatMap((part) => formerWordsIn(part, 'src'));
  return [...new Set(found.map(({ name, say }) => `"${name}"; say ${say}`))];
}
