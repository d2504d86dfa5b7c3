import type { GraphiQLOptions } from 'graphql-yoga';

/**
 * The content security policy of the page, which handles an API key or a session, but for its script: it may only call
 * the gateway. The editor needs inline styles, data URLs, and workers made from its own script.
 */
export const EDITOR_POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the script of the page is called with to render it: an element and options. */
export const RENDER = 'YogaGraphiQL.renderYogaGraphiQL(';

const SCRIPT = '<script>';
const STYLE = '<style>';

/** The page of the library, which renders itself at once, in parts: those before, in and after its script. */
export async function graphiqlParts(options: GraphiQLOptions) {
  // Loaded at the first request of a browser, because other clients do not need it.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const { exampleTabs } = await import('./graphiql-tabs.ts');
  const page = renderGraphiQL(options);
  const at = page.indexOf(SCRIPT);
  const renderAt = page.lastIndexOf(RENDER);
  const end = page.indexOf('</script>', renderAt);
  const styleAt = page.indexOf(STYLE);
  if (at < 0 || renderAt < at || end < 0 || styleAt < 0)
    throw new Error('The GraphiQL page has another form.');
  return {
    head: page.slice(0, at),
    style: page.slice(styleAt + STYLE.length, page.indexOf('</style>', styleAt)),
    script: page.slice(at + SCRIPT.length, renderAt),
    tail: page.slice(end),
    defaultTabs: [...(await exampleTabs())],
  };
}

/** A value inside of a script of a page. */
export const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
