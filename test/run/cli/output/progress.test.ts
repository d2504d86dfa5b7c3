import { expect, test } from 'vitest';
import { createOutput } from '../../../../src/run/cli/output/output.ts';

function terminal(errColumns: number | null) {
  const said = { out: '', err: '' };
  const output = createOutput(
    {
      columns: 80,
      errColumns,
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
    },
    'text',
    null,
  );
  return { said, output };
}

test('on a terminal progress is one line, which is gone before anything else is written', () => {
  const { said, output } = terminal(20);
  output.progress('50 of 100 events');
  output.progress('100 of 100 events, which is all');
  output.say('Done.');
  output.progress('Totals');
  output.print({}, [['faults', '0']]);
  const line = (text: string) => `\r\u{1b}[K${text}`;
  expect(said.err).toBe(
    `${line('50 of 100 events')}${line('100 of 100 events,…')}${line('')}Done.\n${line('Totals')}${line('')}`,
  );
  expect(said.out).toBe('faults  0\n');
});

test('in a file or a pipe each message is a line', () => {
  const { said, output } = terminal(null);
  output.progress('50 of 100 events');
  output.say('Done.');
  output.endProgress();
  expect(said.err).toBe('50 of 100 events\nDone.\n');
});
