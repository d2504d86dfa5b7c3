import type { Asset } from '../../rest-kit/asset.ts';

/** What each file is for. The last three are workers of the editor, which loads one when it first needs it. */
export const ROLES = ['script', 'style', 'editorWorkerService', 'json', 'graphql'] as const;
export type Role = (typeof ROLES)[number];

export interface MadeFile {
  readonly role: Role;
  /** With the hash of the content. */
  readonly name: string;
  readonly asset: Asset;
}
