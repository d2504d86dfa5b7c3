import { Marked } from 'marked';
import { anchorOf, plain } from './markdown.ts';

/** A part of a page below a heading, as the search of the pages finds it. */
interface Section {
  /** The address under `/docs`. */
  readonly path: string;
  readonly anchor: string;
  /** The title of the page. */
  readonly page: string;
  readonly heading: string;
  /** Its text without code, as far as the index has it. */
  readonly text: string;
}

/** Only a bound; no section is that long. In a longer section only the beginning would be found. */
const SECTION_CHARS_MAX = 20_000;

/** The sections of a part of a page, each with its heading; text before the first heading has no section. */
export function sectionsOf(markdown: string, { path, page }: Pick<Section, 'path' | 'page'>): Section[] {
  const sections: Section[] = [];
  for (const token of new Marked().lexer(markdown)) {
    const last = sections.at(-1);
    if (token.type === 'heading')
      sections.push({ path, page, anchor: anchorOf(token.text), heading: plain(token.text), text: '' });
    else if (last !== undefined && token.type !== 'code' && token.type !== 'html')
      sections.splice(-1, 1, { ...last, text: joined(last.text, textOf(token.raw)) });
  }
  return sections;
}

const joined = (before: string, after: string): string =>
  `${before} ${after}`.trim().slice(0, SECTION_CHARS_MAX);

/** The words of a table or of a paragraph. */
const textOf = (markdown: string): string => plain(markdown.replaceAll(/\||-{3,}/g, ' '));
