import { parseArgs } from 'node:util';
import { walkJourney } from './journey/journey.ts';

/** Where `npm start` listens in the same environment. */
const HOST = process.env['HOST'] || '127.0.0.1';
const BASE_URL_DEFAULT = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${process.env['PORT'] || '4000'}`;
const USAGE = 'Usage: npm run demo -- [--base-url <url>] [--api-key <key>] [--operator-key <key>]';

try {
  const { baseUrl, apiKey, operatorKey } = readArguments();
  const access = { key: operatorKey, environment: process.env };
  await walkJourney({ baseUrl, apiKey }, (line) => console.log(line), access);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** A flag comes before the variable of the same name. */
function readArguments() {
  const { values } = parseArgs({
    options: {
      'base-url': { type: 'string' },
      'api-key': { type: 'string' },
      'operator-key': { type: 'string' },
    },
  });
  const baseUrl = values['base-url'] ?? (process.env['BASE_URL'] || BASE_URL_DEFAULT);
  const apiKey = values['api-key'] ?? process.env['API_KEY'] ?? '';
  const operatorKey = values['operator-key'] ?? process.env['OPERATOR_KEY'] ?? '';
  if (!URL.canParse(baseUrl)) throw new Error(`BASE_URL must be a URL such as ${BASE_URL_DEFAULT}.`);
  if (apiKey === '')
    throw new Error(`Set API_KEY to the key that "npm start" printed at its first start. ${USAGE}`);
  return { baseUrl, apiKey, operatorKey };
}
