/** Characters that take two columns of a terminal: scripts of East Asia, full-width forms, emoji. */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u{3000}-\u{303f}\u{ff01}-\u{ff60}\p{Emoji_Presentation}]/u;
const ELLIPSIS = '…';

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lettersOf = (text: string) => Array.from(letters.segment(text), ({ segment }) => segment);
const letterWidth = (letter: string) => (WIDE.test(letter) ? 2 : 1);

/** The columns of a terminal that a text takes. */
export function widthOf(text: string): number {
  return lettersOf(text).reduce((width, letter) => width + letterWidth(letter), 0);
}

/** The text in exactly `width` columns: filled with blanks, or cut with an ellipsis at the end. */
export function inWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text + ' '.repeat(width - widthOf(text));
  if (width < 1) return '';
  let kept = '';
  for (const letter of lettersOf(text)) {
    if (widthOf(kept) + letterWidth(letter) > width - 1) break;
    kept += letter;
  }
  return inWidth(kept.trimEnd() + ELLIPSIS, width);
}

/** The text in lines of at most `width` columns, broken between words. A longer word is broken too. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const letter of lettersOf(text)) {
    if (used + letterWidth(letter) > width && line !== '') {
      const space = letter === ' ' ? line.length : line.lastIndexOf(' ');
      lines.push((space > 0 ? line.slice(0, space) : line).trimEnd());
      line = space > 0 ? line.slice(space).trimStart() : '';
      used = widthOf(line);
    }
    if (letter === ' ' && line === '' && lines.length > 0) continue;
    line += letter;
    used += letterWidth(letter);
  }
  return [...lines, line];
}
