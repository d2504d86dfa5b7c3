#!/usr/bin/env bash
# wrap-ansi 10.0.2 and fast-wrap-ansi 0.2.2: text that is broken into lines is also normalized to NFC, even if it needs
# no break. So a name of a person or a company in CJK compatibility ideographs, which are characters of their own in Hong
# Kong's standards, comes out with other code points. Their readmes name only newlines and tabs as what is changed. A text
# that has to be shown as it is stored, or copied from a terminal and searched for, must not go through them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund wrap-ansi@10.0.2 fast-wrap-ansi@0.2.2
cat >wrap.mjs <<'JS'
import wrapAnsi from 'wrap-ansi';
import { wrapAnsi as fastWrapAnsi } from 'fast-wrap-ansi';

// U+F9D1, a compatibility ideograph, and U+516D, to which it is normalized.
const name = '\uF9D1 Limited';
const hex = (text) => `U+${text.codePointAt(0).toString(16).toUpperCase()}`;
for (const [library, wrap] of [['wrap-ansi 10.0.2', wrapAnsi], ['fast-wrap-ansi 0.2.2', fastWrapAnsi]]) {
  const shown = wrap(name, 80);
  console.log(`${library}: ${hex(name)} went in, ${hex(shown)} came out; equal: ${shown === name}`);
  if (shown !== '\u516D Limited') process.exitCode = 1;
}
JS
node wrap.mjs
