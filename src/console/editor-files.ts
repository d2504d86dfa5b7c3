import { type Asset, assetOf, type Assets, keptWhenMade, nameOf } from './assets.ts';
import { JAVASCRIPT } from './pdf-files.ts';

/** GraphiQL for those who are signed in; made outside of the console, which does not import the GraphQL API. */
export type MakeEditor = () => Promise<{
  readonly script: Uint8Array<ArrayBuffer>;
  readonly style: Uint8Array<ArrayBuffer>;
  /** The content security policy of the page that loads them. */
  readonly policy: string;
}>;

interface EditorFiles extends Assets {
  readonly policy: string;
}

/** How the names of the files of GraphiQL begin. */
export const EDITOR = 'graphiql';

/** The files of GraphiQL, nine megabytes: they are made and compressed at the first request for them. */
export const createEditorFiles = (make: MakeEditor): (() => Promise<EditorFiles>) =>
  keptWhenMade(async () => {
    const { script, style, policy } = await make();
    const scriptName = nameOf(EDITOR, 'js', script);
    const styleName = nameOf(EDITOR, 'css', style);
    const files = new Map<string, Asset>([
      [scriptName, await assetOf(JAVASCRIPT, script)],
      [styleName, await assetOf('text/css; charset=utf-8', style)],
    ]);
    return { scriptName, styleName, policy, find: async (name) => files.get(name) };
  });
