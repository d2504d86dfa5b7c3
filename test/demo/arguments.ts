import { parseArgs } from 'node:util';

const USAGE = 'Usage: npm run demo -- [--base-url <url>] [--api-key <key>] [--operator-key <key>] [--keep]';

/** Where `npm start` listens in the same environment. */
function usualUrl({ HOST, PORT }: NodeJS.ProcessEnv): string {
  const host = HOST || '127.0.0.1';
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || '4000'}`;
}

/** What the demo shall do. A flag comes before the variable of the same name. */
export function readArguments(args: string[], environment: NodeJS.ProcessEnv) {
  const { values } = parseArgs({
    args,
    options: {
      'base-url': { type: 'string' },
      'api-key': { type: 'string' },
      'operator-key': { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const baseUrl = values['base-url'] ?? (environment['BASE_URL'] || usualUrl(environment));
  const apiKey = values['api-key'] ?? environment['API_KEY'] ?? '';
  const operatorKey = values['operator-key'] ?? environment['OPERATOR_KEY'] ?? '';
  if (!URL.canParse(baseUrl)) throw new Error(`BASE_URL must be a URL such as ${usualUrl(environment)}.`);
  if (apiKey === '')
    throw new Error(`Set API_KEY to the key that "npm start" printed at its first start. ${USAGE}`);
  return { baseUrl, apiKey, operatorKey, keep: values.keep };
}
