import {
  css,
  editorWorkerService,
  graphqlWorker,
  js,
  jsonWorker,
} from '@graphql-yoga/render-graphiql/graphiql';
import { assetOf, JAVASCRIPT, nameOf, STYLE_SHEET } from '../../pipeline/rest-kit/asset.ts';
import { type MadeFile, type MadeGraphiql, type Role, ROLES } from './made-file.ts';
import { exampleTabs } from './tabs.ts';

/** Makes the files of the pages of GraphiQL, which takes a second of a core. */
export const makeGraphiql = async (): Promise<MadeGraphiql> => ({
  files: await makeFiles(),
  tabs: {
    'partner-graphql': await exampleTabs({ guide: 'partner-graphql', showsHeaders: true }),
    operators: await exampleTabs({ guide: 'operators', showsHeaders: false }),
  },
});

/** The files as the package has them: nine megabytes, two and a half when they are compressed. */
async function makeFiles(): Promise<readonly MadeFile[]> {
  const sources: Readonly<Record<Role, string>> = {
    script: js,
    style: css,
    editorWorkerService,
    json: jsonWorker,
    graphql: graphqlWorker,
  };
  return Promise.all(
    ROLES.map(async (role) => {
      const isStyle = role === 'style';
      const body = new TextEncoder().encode(sources[role]);
      return {
        role,
        name: nameOf(`graphiql-${role}`, isStyle ? 'css' : 'js', body),
        asset: await assetOf(isStyle ? STYLE_SHEET : JAVASCRIPT, body),
      };
    }),
  );
}
