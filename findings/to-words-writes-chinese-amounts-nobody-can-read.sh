#!/usr/bin/env bash
# to-words 5.7.0 writes amounts in words, as offers, receipts and cheques have them ("135 locales"). In Chinese and Japanese
# numbers are grouped by ten thousand: 1,234,567 is 一百二十三万四千五百六十七. to-words puts one word per power of ten, as
# languages with words for ten thousand and for a million would: 百万 二 十万 三 万 ..., which is no number. If a part
# begins with one, the one is missing: a hundred million dollars is "億 元", without the 一 that says how many.
# Nothing throws, both locales are listed beside English, and 2, 20 and 200 are right. Korean, which groups by ten thousand
# too, is right. And an amount given as a text "for precision", which the guide shows with this very number, goes through a
# double after all: "9007199254740993" ends with ninety-two. Have each language that you print read by somebody.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund to-words@5.7.0
cat >write.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { ToWords } from 'to-words';

console.log(`to-words ${JSON.parse(readFileSync('node_modules/to-words/package.json', 'utf8')).version}`);
const words = (localeCode, amount) => new ToWords({ localeCode }).convert(amount, { currency: true });
const seen = [
  words('zh-TW', 200),
  words('zh-CN', 1_234_567),
  words('zh-TW', 100_000_000),
  words('ko-KR', 1_234_567),
  words('en-HK', '9007199254740993').replace(/^.* Forty /, '... Forty '),
];
console.log(seen.join('\n'));
const expected = [
  '二 百 元 整',
  '百万 二 十万 三 万 四 千 五 百 六十 七 元 整',
  '億 元 整',
  '일백이십삼만사천오백육십칠원',
  '... Forty Thousand Nine Hundred Ninety Two Dollars Only',
];
if (seen.join() !== expected.join()) process.exitCode = 1;
JS
node write.mjs
# Seen:
# to-words 5.7.0
# 二 百 元 整
# 百万 二 十万 三 万 四 千 五 百 六十 七 元 整
# 億 元 整
# 일백이십삼만사천오백육십칠원
# ... Forty Thousand Nine Hundred Ninety Two Dollars Only
