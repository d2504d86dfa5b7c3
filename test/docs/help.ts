import { runCommandLine } from '../../src/cli/command-line.ts';
import { HELP_COLUMNS } from '../../src/cli/terminal.ts';

const MARKS = ['<!-- help -->', '<!-- /help -->'] as const;

/** What `npm run cli -- --help` prints into a pipe. */
export async function helpText(): Promise<string> {
  let out = '';
  await runCommandLine(
    ['--help'],
    {},
    { out: (text) => (out += text), err: () => {}, columns: HELP_COLUMNS },
  );
  return out;
}

/** A page whose block of help reads as given. */
export function withHelp(page: string, help: string): string {
  const [before = '', rest] = page.split(MARKS[0], 2);
  const [, after] = rest?.split(MARKS[1], 2) ?? [];
  if (after === undefined) throw new Error('README.md has no block of help.');
  return `${before}${MARKS[0]}\n\n\`\`\`text\n${help}\`\`\`\n\n${MARKS[1]}${after}`;
}
