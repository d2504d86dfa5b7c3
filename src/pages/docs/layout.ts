import { sandboxBand } from '../../pipeline/rest-kit/sandbox-band.ts';
import { escapeHtml } from './markdown.ts';

/** An entry of the navigation. */
interface Entry {
  /** The address under `/docs`, such as `/errors`; empty for the index. */
  readonly path: string;
  readonly title: string;
}

interface Layout {
  readonly title: string;
  /** The body of the page, as HTML. */
  readonly html: string;
  /** The path of PUBLIC_URL, without a slash at the end. */
  readonly base: string;
  /** Whether it is of a sandbox. */
  readonly sandbox: boolean;
  readonly entries: readonly Entry[];
  readonly current: string;
  /** The same page as Markdown. */
  readonly markdown: string;
}

/** Shown by the script, because it does nothing without the script. */
const SEARCH = `<search id="search" hidden>
<input type="search" maxlength="100" placeholder="Search ( / )" aria-label="Search the documentation" aria-keyshortcuts="/" aria-controls="found" autocomplete="off" spellcheck="false">
<div id="found" hidden><p role="status"></p><ol></ol></div>
</search>`;

/** A whole page. On a narrow screen the navigation is below the text. */
export function pageOf({ title, html, base, sandbox, entries, current, markdown }: Layout): string {
  const links = entries.map(({ path, title: label }) => {
    const mark = path === current ? ' aria-current="page"' : '';
    return `<li><a href="${escapeHtml(`${base}/docs${path}`)}"${mark}>${escapeHtml(label)}</a></li>`;
  });
  const root = escapeHtml(base);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Fundgate</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/docs/style.css">
<script type="module" src="${root}/docs/script.js"></script>
<link rel="alternate" type="text/markdown" href="${escapeHtml(base + markdown)}">
</head>
<body>
<a class="skip" href="#text">To the text</a>
${sandboxBand({ sandbox })}<header><a class="name" href="${root}/docs">Fundgate</a>${SEARCH}<a class="all" href="#pages">All pages</a></header>
<div class="columns">
<main id="text">
${html}
<p class="raw"><a href="${escapeHtml(base + markdown)}">This page as Markdown</a></p>
</main>
<nav id="pages" aria-label="Pages"><ul>${links.join('')}</ul></nav>
</div>
</body>
</html>
`;
}
