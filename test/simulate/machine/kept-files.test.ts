import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import KeptFile, { closeFiles, closeFilesOf, endFiles, watchOpenFiles } from './kept-files.ts';
import { putBack } from './put-back.ts';

const folder = mkdtempSync(join(tmpdir(), 'fundgate-kept-'));
const scene = join(folder, 'scene.db');
const file = join(folder, 'world.db');

const made = new Database(scene);
made.pragma('journal_mode = wal');
made.exec("create table word (text text); insert into word values ('first')");
made.close();
putBack(scene, file);

let owner = 'one';
watchOpenFiles(() => owner);
const openAs = (name: string) => {
  owner = name;
  return new KeptFile(file);
};
const wordsIn = (connection: KeptFile) => connection.prepare('select text from word').all();
const add = (connection: KeptFile, word: string) =>
  connection.prepare('insert into word values (?)').run(word);
const FIRST = { text: 'first' };

afterAll(() => {
  closeFiles();
  endFiles();
  rmSync(folder, { recursive: true, force: true });
});

describe('a kept connection', () => {
  it('undoes at the end of its owner what was not committed, and lets the next one write', () => {
    const dying = openAs('one');
    dying.prepare('begin immediate').run();
    add(dying, 'lost');
    closeFilesOf('one');
    const next = openAs('two');
    next.prepare('begin immediate').run();
    expect(wordsIn(next)).toEqual([FIRST]);
    closeFilesOf('two');
  });

  it('refuses a statement of an owner that died', () => {
    const dead = openAs('one');
    const statement = dead.prepare('select text from word');
    closeFilesOf('one');
    openAs('two');
    expect(() => statement.all()).toThrow('not open');
    expect(() => dead.prepare('select 1')).toThrow('not open');
    closeFilesOf('two');
  });

  it('has the settings of a new one', () => {
    const reader = openAs('one');
    reader.pragma('query_only = on');
    reader.close();
    const writer = openAs('two');
    writer.prepare('begin immediate').run();
    add(writer, 'second');
    writer.prepare('rollback').run();
    writer.close();
  });

  it('sees in the next world what the file had at first, whoever has read or written it', () => {
    for (const word of ['second', 'third']) {
      const [writer, reader] = [openAs('one'), openAs('two')];
      expect([wordsIn(writer), wordsIn(reader)]).toEqual([[FIRST], [FIRST]]);
      add(writer, word);
      expect(wordsIn(reader)).toEqual([FIRST, { text: word }]);
      closeFiles();
      putBack(scene, file);
    }
  });

  it('is not put back while someone still reads an earlier world', () => {
    const [writer, reader] = [openAs('one'), openAs('two')];
    reader.prepare('begin').run();
    wordsIn(reader);
    add(writer, 'second');
    expect(() => putBack(scene, file)).toThrow('still reads');
    closeFiles();
    putBack(scene, file);
  });
});
