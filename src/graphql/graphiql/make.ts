import {
  css,
  editorWorkerService,
  graphqlWorker,
  js,
  jsonWorker,
} from '@graphql-yoga/render-graphiql/graphiql';
import { assetOf, JAVASCRIPT, nameOf, STYLE_SHEET } from '../../rest-kit/asset.ts';
import { type MadeFile, type Role, ROLES } from './made-file.ts';

/** The files of GraphiQL as its package has them: nine megabytes, two and a half when they are compressed. */
export async function makeGraphiql(): Promise<readonly MadeFile[]> {
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
