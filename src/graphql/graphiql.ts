import { type GraphiQLOptions, shouldRenderGraphiQL } from 'graphql-yoga';

/** The page for developers. Its headers tab is where the API key goes. */
export const graphiqlPage: GraphiQLOptions = {
  title: 'Fundgate GraphiQL',
  defaultQuery: '{\n  viewer {\n    __typename\n  }\n}\n',
  headers: JSON.stringify({ Authorization: 'Bearer fgk_' }, null, 2),
  isHeadersEditorEnabled: true,
  defaultEditorToolsVisibility: 'headers',
};

/** Whether a browser asks for the page, which needs no API key. */
export const asksForGraphiql = (request: Request): boolean => shouldRenderGraphiQL(request);
