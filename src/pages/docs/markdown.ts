import { Marked, type Tokens } from 'marked';
import type { Resolve } from './sources.ts';

interface Heading {
  readonly depth: number;
  /** The part of the address after `#`. */
  readonly anchor: string;
  /** As HTML. */
  readonly html: string;
}

export interface Rendered {
  /** The first heading, as text. */
  readonly title: string;
  /** The first paragraph, as text: who should read the page, and what it explains. */
  readonly lead: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Comments around blocks that are shown side by side on a wide screen. */
const MARKS: Readonly<Record<string, string>> = {
  '<!-- side-by-side -->': '<div class="side-by-side"><div>\n',
  '<!-- beside -->': '</div><div>\n',
  '<!-- /side-by-side -->': '</div></div>\n',
};

/** Markdown of the project as HTML. It has no script, and no HTML of its own besides comments, which are left out. */
export function renderMarkdown(text: string, resolve: Resolve): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: source }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const anchor = anchorOf(source);
        headings.push({ depth, anchor, html });
        const link = `<a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${anchor}">${html}${depth > 1 ? ` ${link}` : ''}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const html = this.parser.parseInline(tokens);
        const target = resolve(href);
        return target === null ? html : `<a href="${escapeHtml(target)}">${html}</a>`;
      },
      image: ({ text: alternative }: Tokens.Image) => escapeHtml(alternative),
      html: ({ text: source }: Tokens.HTML | Tokens.Tag) =>
        MARKS[source.trim()] ?? (source.trimStart().startsWith('<!--') ? '' : escapeHtml(source)),
      code: ({ text: source, lang = '' }: Tokens.Code) =>
        `<pre tabindex="0"${lang === '' ? '' : ` data-language="${escapeHtml(lang)}"`}><code>${escapeHtml(source)}\n</code></pre>\n`,
      table(token: Tokens.Table) {
        const head = this.tablerow({ text: token.header.map((cell) => this.tablecell(cell)).join('') });
        const rows = token.rows.map((row) =>
          this.tablerow({ text: row.map((cell) => this.tablecell(cell)).join('') }),
        );
        return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(text);
  const title = tokens.find((token) => token.type === 'heading');
  const lead = tokens.find((token) => token.type === 'paragraph');
  return {
    title: plain(title?.raw.replace(/^#+ /, '') ?? ''),
    lead: plain(lead?.raw ?? ''),
    html: marked.parser(tokens),
    headings,
  };
}

/**
 * Markdown with the targets of its links replaced. A link to a file that is not served becomes plain text. Code is not
 * changed.
 */
export const withLinks = (text: string, resolve: Resolve): string =>
  new Marked()
    .lexer(text)
    .map(({ type, raw }) => (type === 'code' ? raw : withTargets(raw, resolve)))
    .join('');

const withTargets = (text: string, resolve: Resolve): string =>
  text.replaceAll(/\[([^[\]]*)\]\(([^()\s]+)\)/g, (_, words: string, href: string) => {
    const target = resolve(href);
    return target === null ? words : `[${words}](${target})`;
  });

/** The anchor of a heading, as GitHub makes it, so that a link leads to it there and here. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (each) => ENTITIES[each] ?? '');

/** Markdown as one line of text. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
