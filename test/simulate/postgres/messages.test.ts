import { describe, expect, it } from 'vitest';
import { letterOf, Messages, textsOf } from './messages.ts';

const message = (letter: string, content: string) => {
  const bytes = Buffer.from(`${letter}    ${content}`);
  bytes.writeInt32BE(bytes.length - letter.length, letter.length);
  return bytes;
};

describe('the bytes of a connection', () => {
  const sent = [message('', 'startup'), message('Q', 'begin\0'), message('P', 'name\0select 1\0')];
  const bytes = Buffer.concat(sent);

  it.for([1, 2, 3, 7, bytes.length])('in parts of %i give the messages that were sent', (size) => {
    const messages = new Messages('client');
    const got = [];
    for (let at = 0; at < bytes.length; at += size) got.push(...messages.push(bytes.subarray(at, at + size)));
    expect(got.map(String)).toEqual(sent.map(String));
  });

  it('from the server begin with a message that has a letter', () => {
    const [first] = new Messages('server').push(message('Z', 'I'));
    expect(first === undefined ? '' : letterOf(first)).toBe('Z');
  });

  it('say which statement a message is about', () => {
    expect(textsOf(message('P', 'name\0select 1\0')).slice(0, 2)).toEqual(['name', 'select 1']);
  });
});
