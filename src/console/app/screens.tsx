import type { ComponentChildren } from 'preact';
import { Case } from './screens/case.tsx';
import { Queue } from './screens/queue.tsx';

interface Screen {
  /** The first part of the address after `/console`. */
  readonly path: string;
  /** The name in the list of screens; null for one that another screen leads to. */
  readonly title: string | null;
  /** The screen that counts as current while this one is shown. */
  readonly under?: string;
  readonly show: (rest: readonly string[]) => ComponentChildren;
}

/** Every screen. A new one is a row here, its file beside the others, and its documents in a `.graphql` file. */
export const SCREENS: readonly Screen[] = [
  { path: 'queue', title: 'Queue', show: ([list = 'review']) => <Queue key={list} list={list} /> },
  { path: 'case', title: null, under: 'queue', show: ([id = '']) => <Case key={id} id={id} /> },
];
