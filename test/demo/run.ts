import { readArguments } from './arguments.ts';
import { walkJourney } from './journey/journey.ts';

try {
  const { baseUrl, apiKey, operatorKey, keep } = readArguments(process.argv.slice(2), process.env);
  const access = { key: operatorKey, environment: process.env, keep };
  await walkJourney({ baseUrl, apiKey }, (line) => console.log(line), access);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
