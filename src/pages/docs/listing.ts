/** A page of the documentation, as lists of pages show it. */
export interface Listed {
  /** The address under `/docs`. */
  readonly path: string;
  readonly title: string;
  /** Who should read the page, and what it explains. */
  readonly lead: string;
}

const ABOUT =
  'Fundgate is the gateway through which a funding provider serves its partners: customers, KYC, documents and ' +
  'instant-settlement funding, over REST (`/v1`) and GraphQL (`/graphql`).';

/** The page `/docs`. */
export function indexText(
  pages: readonly Listed[],
  { base, suffix }: { readonly base: string; readonly suffix: '' | '.md' },
): string {
  const items = pages.map(
    ({ path, title, lead }) => `- **[${title}](${base}/docs${path}${suffix})** – ${lead}`,
  );
  return `# Documentation

${ABOUT}

${items.join('\n')}

For programs: [OpenAPI](${base}/v1/openapi.json), [the GraphQL schema](${base}/docs/schema.graphql),
[a list of the pages as Markdown](${base}/llms.txt).
`;
}

/** `/llms.txt`: the list of all pages, as Markdown (https://llmstxt.org). */
export function llmsText(pages: readonly Listed[], publicUrl: string): string {
  const items = pages.map(({ path, title, lead }) => `- [${title}](${publicUrl}/docs${path}.md): ${lead}`);
  return `# Fundgate

> ${ABOUT}

## Documentation

${items.join('\n')}

## Descriptions of the APIs

- [OpenAPI 3.1](${publicUrl}/v1/openapi.json): every operation of REST
- [GraphQL schema](${publicUrl}/docs/schema.graphql): every type and field of GraphQL
`;
}
