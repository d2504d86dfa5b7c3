import { STORAGE_VARIABLES } from '../../src/blob/drivers/storages.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '../../src/journal/event-types.ts';
import * as limits from '../../src/graphql/limits/limits.ts';
import { catalogue } from '../../src/kernel/errors.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { blocksOf, readme, tableOf, unquoted } from './readme.ts';

test('its table of errors is the catalogue', () => {
  const expected = Object.entries(catalogue).map(([code, { status, type, when }]) => [
    String(status),
    `\`${type}\``,
    `\`${code}\``,
    when,
  ]);
  expect(tableOf('catalogue')).toEqual(expected);
});

test('its table of configuration has every variable', () => {
  const source = readFileSync(new URL('../../src/config.ts', import.meta.url), 'utf8');
  const declared = Array.from(source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm), ([, name]) => name);
  const named = tableOf('configuration').map(([name]) => unquoted(name));
  expect(declared).toContain('PORT');
  expect(named.toSorted()).toEqual([...new Set([...declared, ...STORAGE_VARIABLES.keys()])].toSorted());
});

test('its table of limits has their values', () => {
  const values = new Map<string, number>(Object.entries(limits));
  const rows = tableOf('limits');
  expect(rows.length).toBeGreaterThan(0);
  for (const [, value = '', name] of rows) {
    expect([name, Number(value.replaceAll(',', ''))]).toEqual([name, values.get(unquoted(name))]);
  }
});

test('its table of events is that of the source', () => {
  const expected = Object.entries(EVENT_TYPES).map(([type, { means, shows }]) => [
    `\`${type}\``,
    means,
    shows === null ? 'not at all' : shows.map((member) => `\`${member}\``).join(', '),
  ]);
  expect(tableOf('events')).toEqual(expected);
});

test('its table of purposes has every key that is derived', () => {
  const source = readFileSync(new URL('../../src/encryption/keyring.ts', import.meta.url), 'utf8');
  const derived = Array.from(source.matchAll(/deriveKeys\(secrets, '([\w-]+)'\)/g), ([, purpose]) => purpose);
  const named = tableOf('purposes').map(([purpose]) => unquoted(purpose));
  expect(named.toSorted()).toEqual(derived.toSorted());
});

test('every npm script that it names exists', () => {
  const run = Array.from(readme.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g), ([, name]) => name);
  const short = Array.from(readme.matchAll(/\bnpm (start|test)\b/g), ([, name]) => name);
  const named = new Set([...run, ...short]);
  expect(named).toContain('start');
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining([...named]));
});

test('its ladder names everything directly under src', () => {
  const ladder = blocksOf('text').find((block) => block.includes('kernel/')) ?? '';
  const entries = readdirSync(new URL('../../src/', import.meta.url), { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  expect(names.filter((name) => !ladder.includes(name))).toEqual([]);
});

test('every file that it links to exists', () => {
  const links = Array.from(readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g), ([, path = '']) => path);
  for (const path of links)
    expect(readFileSync(new URL(`../../${path}`, import.meta.url)).length).toBeGreaterThan(0);
});
