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
  /** The root field, such as `Mutation.createCustomer`. */
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

/** One request of a partner and its answer, by REST and by GraphQL. */
export type Example = z.infer<typeof Example>;
export type RestExample = z.infer<typeof RestExample>;

/** The address of the gateway that was recorded. */
const RECORDED_URL = 'http://gateway.test';

/**
 * Real requests and answers, recorded by `npm run docs` from a gateway of the tests, with the address of this one; ids,
 * secrets and signatures are made up.
 */
export function readExamples(publicUrl: string): readonly Example[] {
  const text = readFileSync(new URL('recorded.json', import.meta.url), 'utf8');
  return z.array(Example).parse(JSON.parse(text.replaceAll(RECORDED_URL, publicUrl)));
}
