// The compiler is a program.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, guide } from '../../pages/docs/pages.ts';
import { installed, NOT_INSTALLED } from './packages.ts';

test('the compiler of Relay makes the artifacts of the documents of the guide', async ({ skip }) => {
  // Its four programs have some thirty megabytes, so it is no dependency.
  const packages = await installed(['relay-compiler@21.0.1']);
  if (packages === null) return skip(NOT_INSTALLED);
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-relay-'));
  try {
    const [config = ''] = blocksOf(guide('relay'), 'json');
    const documents = blocksOf(guide('relay'), 'graphql').map((text) => `graphql\`\n${text}\`;\n`);
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'relay.config.json'), config);
    writeFileSync(
      join(folder, 'src/documents.ts'),
      `import { graphql } from 'relay-runtime';\n${documents.join('')}`,
    );
    cpSync(new URL('../../../schema.graphql', import.meta.url), join(folder, 'schema.graphql'));
    const compiler = join(packages, 'node_modules/relay-compiler/cli.js');
    execFileSync(process.execPath, [compiler, 'relay.config.json'], { cwd: folder, stdio: 'pipe' });
    const made = join(folder, 'src/__generated__');
    const kept = join(import.meta.dirname, '../__generated__');
    expect(readdirSync(made)).toEqual(readdirSync(kept));
    for (const name of readdirSync(made))
      expect(comparable(join(made, name))).toBe(comparable(join(kept, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** An artifact without the list of event types, to which new ones are added, and without the hash over it. */
const comparable = (file: string) =>
  readFileSync(file, 'utf8')
    .replace(/SignedSource<<\w+>>/, '')
    .replace(/^export type EventType = .*$/m, '');
