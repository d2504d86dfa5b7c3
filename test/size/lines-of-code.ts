/** The lines of a source file without blank lines and comments. Prettier leaves a comment on lines of its own. */
export function linesOfCode(source: string): number {
  let lines = 0;
  let isComment = false;
  for (const line of source.split('\n').map((each) => each.trim())) {
    if (!isComment) isComment = /^\{?\/\*/.test(line);
    if (!isComment && line !== '' && !line.startsWith('//')) lines += 1;
    if (isComment) isComment = !/\*\/\}?$/.test(line);
  }
  return lines;
}
