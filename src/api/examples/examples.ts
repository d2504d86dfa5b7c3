import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Text = z.record(z.string(), z.unknown());

const RestExample = z.strictObject({
  /** Method and path template of the row. */
  row: z.string(),
  /** Path and query. */
  path: z.string(),
  body: Text.optional(),
  answer: z.unknown(),
});

const GraphqlExample = z.strictObject({
  /** The root field, for example `Mutation.createCustomer`. */
  field: z.string(),
  document: z.string(),
  variables: Text,
  answer: z.unknown(),
});

const Example = z.strictObject({
  operation: z.string(),
  rest: z.array(RestExample),
  graphql: GraphqlExample,
});

/** One request of a partner and its response, in REST and in GraphQL. */
export type Example = z.infer<typeof Example>;
export type RestExample = z.infer<typeof RestExample>;

/** The address of the gateway that was recorded. */
const RECORDED_URL = 'http://gateway.test';

/**
 * Real requests and responses. `npm run docs` recorded them from a gateway of the tests. They show the address of this
 * gateway; ids, secrets and signatures are made up.
 */
export const readExamples = (publicUrl: string): readonly Example[] =>
  z.array(Example).parse(recorded('recorded.json', publicUrl));

/** A real response for each error of the REST operations, by its code. */
export const readErrorExamples = (publicUrl: string): Readonly<Record<string, unknown>> =>
  Text.parse(recorded('recorded-errors.json', publicUrl));

function recorded(file: string, publicUrl: string): unknown {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return JSON.parse(text.replaceAll(RECORDED_URL, publicUrl));
}
