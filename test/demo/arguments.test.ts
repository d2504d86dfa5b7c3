import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

const API_KEY = 'fgk_environment';

test.each([
  [[], {}, 'http://127.0.0.1:4000'],
  [[], { PORT: '8080' }, 'http://127.0.0.1:8080'],
  [[], { HOST: '::1', PORT: '8080' }, 'http://[::1]:8080'],
  [[], { PORT: '8080', BASE_URL: 'http://there:1' }, 'http://there:1'],
  [[], { PORT: '8080', BASE_URL: '' }, 'http://127.0.0.1:8080'],
  [['--base-url', 'http://flag:1'], { BASE_URL: 'http://there:1' }, 'http://flag:1'],
])('with %j and %j the demo asks the gateway at %s', (args, environment, baseUrl) => {
  expect(readArguments(args, { API_KEY, ...environment })).toEqual({
    baseUrl,
    apiKey: API_KEY,
    operatorKey: '',
    keep: false,
  });
});

test('--keep is asked for by its flag alone', () => {
  expect(readArguments(['--keep'], { API_KEY })).toMatchObject({ keep: true });
});

test('the keys come from flags, else from the environment', () => {
  const environment = { API_KEY, OPERATOR_KEY: 'fgk_operator' };
  expect(readArguments([], environment)).toMatchObject({ apiKey: API_KEY, operatorKey: 'fgk_operator' });
  const flags = ['--api-key', 'fgk_a', '--operator-key', 'fgk_b'];
  expect(readArguments(flags, environment)).toMatchObject({ apiKey: 'fgk_a', operatorKey: 'fgk_b' });
});

test.each([
  [[], {}, /^Set API_KEY to the key that "npm start" printed at its first start\. Usage: npm run demo -- /],
  [[], { API_KEY, BASE_URL: 'here' }, /^BASE_URL must be a URL such as http:\/\/127\.0\.0\.1:4000\.$/],
  [['--key', 'x'], { API_KEY }, /'--key'/],
])('%j and %j are refused in a sentence', (args, environment, says) => {
  expect(() => readArguments(args, environment)).toThrow(says);
});
