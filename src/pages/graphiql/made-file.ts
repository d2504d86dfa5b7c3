import type { GraphiQLOptions } from 'graphql-yoga';
import type { Asset } from '../../pipeline/rest-kit/asset.ts';

/** What each file is for. The last three are workers of the editor, which loads one when it first needs it. */
export const ROLES = ['script', 'style', 'editorWorkerService', 'json', 'graphql'] as const;
export type Role = (typeof ROLES)[number];

export interface MadeFile {
  readonly role: Role;
  /** With the hash of the content. */
  readonly name: string;
  readonly asset: Asset;
}

export type Tab = NonNullable<GraphiQLOptions['defaultTabs']>[number];

/** The guides whose examples are tabs. */
export const TAB_GUIDES = ['partner-graphql', 'operators'] as const;
export type TabGuide = (typeof TAB_GUIDES)[number];

export interface MadeGraphiql {
  readonly files: readonly MadeFile[];
  readonly tabs: Readonly<Record<TabGuide, readonly Tab[]>>;
}
