import type { EventKind } from './funding-events.ts';

/** A kind of record, for code that treats all kinds alike. */
export interface Noun {
  /** The noun with its article, for descriptions in the API. */
  readonly says: string;
  /** The beginning of its ids. */
  readonly prefix?: string;
  /** The name of its id in views and in path parameters. */
  readonly id?: string;
  /** The part before the slash in the subject of its events. */
  readonly subject?: string;
  /** True if its events belong to the provider. No partner sees them. */
  readonly ofProvider?: true;
  /** Its GraphQL type, object or interface, if `node(id)` finds it. */
  readonly node?: string;
  /** Its group of routes in the OpenAPI document. */
  readonly tag?: { readonly name: string; readonly description: string };
  /** What can happen to it, by the part after the dot in the event type. Its subject is the part before the dot. */
  readonly events?: Readonly<Record<string, EventKind>>;
}
