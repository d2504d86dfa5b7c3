import type { Fixture } from './fixture.ts';

/** The media type with which a query that cannot run has a status of its own. */
const accept = { accept: 'application/graphql-response+json' };

const DEEP = '{ customer(id: "x") { instantSettlements { nodes { customer ';

export const graphqlTriggers = {
  query_invalid: ({ partner }: Fixture) => partner.graphql('{ nothing }', {}, accept),
  not_acceptable: ({ partner }: Fixture) =>
    partner.graphql('{ viewer { __typename } }', {}, { accept: 'text/xml' }),
  query_too_complex({ partner }: Fixture) {
    const levels = 5;
    const inner = '{ instantSettlements { nodes { customer '.repeat(levels);
    const query = `${DEEP}${inner}{ id } ${'} } } '.repeat(levels)} } } } }`;
    return partner.graphql(query, {}, accept);
  },
};
