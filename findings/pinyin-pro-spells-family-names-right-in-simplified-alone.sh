#!/usr/bin/env bash
# pinyin-pro 3.29.4 (570,000 downloads a month) spells Chinese in Latin letters. Some characters sound different as a family
# name, so its readme lists a mode for names: 区 is "qu" in a word and "ou" as a name, 单 "dan" and "shan". That table is of
# simplified characters. Names of Hong Kong and Taiwan are written in traditional ones: with `surname: 'head'` 區大文 is
# "qu da wen" and 尉遲大文 "wei chi da wen", the plain reading, with no error; where both scripts share the character, as 曾
# or 仇, the mode works. `traditional: true`, by its own words "recognises traditional characters better", changes nothing
# until the dictionary of a second package, @pinyin-pro/data, is added by hand; nothing warns. A comparison of the spelt name
# with the passport then fails for these customers alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pinyin-pro@3.29.4 @pinyin-pro/data@1.3.1
cat >spell.cjs <<'JS'
const { addTraditionalDict, pinyin } = require('pinyin-pro');
const dictionary = require('@pinyin-pro/data/traditional');

const spell = (name) => pinyin(name, { surname: 'head', toneType: 'none', traditional: true });
const names = ['区大文', '區大文', '单大文', '單大文', '尉迟大文', '尉遲大文', '曾大文'];
const before = names.map((name) => `${name} ${spell(name)}`);
addTraditionalDict(dictionary.default ?? dictionary);
const after = names.map((name) => `${name} ${spell(name)}`);
console.log(`without the dictionary: ${before.join(', ')}`);
console.log(`with the dictionary: ${after.join(', ')}`);
const expectedBefore =
  '区大文 ou da wen, 區大文 qu da wen, 单大文 shan da wen, 單大文 dan da wen, 尉迟大文 yu chi da wen, 尉遲大文 wei chi da wen, 曾大文 zeng da wen';
const expectedAfter =
  '区大文 ou da wen, 區大文 ou da wen, 单大文 shan da wen, 單大文 shan da wen, 尉迟大文 yu chi da wen, 尉遲大文 yu chi da wen, 曾大文 zeng da wen';
process.exit(before.join(', ') === expectedBefore && after.join(', ') === expectedAfter ? 0 : 1);
JS
node spell.cjs
# Seen:
# without the dictionary: 区大文 ou da wen, 區大文 qu da wen, 单大文 shan da wen, 單大文 dan da wen, 尉迟大文 yu chi da wen, 尉遲大文 wei chi da wen, 曾大文 zeng da wen
# with the dictionary: 区大文 ou da wen, 區大文 ou da wen, 单大文 shan da wen, 單大文 shan da wen, 尉迟大文 yu chi da wen, 尉遲大文 yu chi da wen, 曾大文 zeng da wen
