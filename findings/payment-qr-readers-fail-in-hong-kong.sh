#!/usr/bin/env bash
# promptparse 1.6.0 and emvqr 0.0.5 read the payment QR codes of EMVCo, which FPS of Hong Kong and DuitNow of Malaysia use.
# The check code at the end (CRC-16) is taken over the bytes of UTF-8. promptparse takes it over the codes of JavaScript's
# characters, so all is right until a Chinese name stands in the QR, as template 64 has it. Then strict reading answers
# null, as for a misread QR: also for the example of EMVCo's own specification, which says A13A. `withCrcTag` writes
# the wrong code too, so a QR that is made with it is refused by banks' apps. emvqr takes the bytes and is right there, but it
# looks each merchant category up in a list without 0000, the category of nearly every FPS code: it throws a TypeError about
# `usda_description`. Both are green with tests of plain shops. Check the CRC yourself, over Buffer.from(text).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund promptparse@1.6.0 emvqr@0.0.5
cat >read.cjs <<'JS'
const emvqr = require('emvqr');
const { parse, withCrcTag } = require('promptparse');

const checkOf = (text) => {
  let check = 0xffff;
  for (const byte of Buffer.from(text)) {
    check ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) check = (check & 0x8000 ? (check << 1) ^ 0x1021 : check << 1) & 0xffff;
  }
  return check.toString(16).toUpperCase().padStart(4, '0');
};
const tag = (id, value) => `${id}${String(value.length).padStart(2, '0')}${value}`;
const account = tag('26', tag('00', 'hk.com.hkicl') + tag('02', '1234567'));
const fps = (category) => `${tag('00', '01')}${tag('01', '12')}${account}${tag('52', category)}5303344${tag('54', '745.10')}5802HK5902NA6002HK`;
const chinese = `${fps('5411')}${tag('64', tag('00', 'ZH') + tag('01', '海港公司'))}`;
// The example of EMVCo's specification of merchant-presented codes, without its check code A13A.
const example =
  '00020101021229300012D156000000000510A93FO3230Q31280012D1560000000103081234567852044111' +
  '5802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.725303156' +
  '5502016233030412340603***0708A60086670902ME91320016A011223344998877070812345678';

const outcomeOf = (read) => {
  try {
    return read() ? 'read' : 'refused';
  } catch (error) {
    return error.message;
  }
};
const outcomes = [
  ['FPS, a shop', fps('5411')],
  ['FPS, category 0000', fps('0000')],
  ['FPS, Chinese name', chinese],
  ['example of the specification', example],
].map(([name, text]) => {
  const whole = `${text}6304${checkOf(`${text}6304`)}`;
  const written = withCrcTag(text, '63');
  return `${name}: ${whole.slice(-4)}; promptparse ${outcomeOf(() => parse(whole, true))}, writes ${written.slice(-4)}; emvqr ${outcomeOf(() => emvqr.decode(whole))}`;
});
console.log(outcomes.join('\n'));
const expected = [
  'FPS, a shop: 8F0E; promptparse read, writes 8F0E; emvqr read',
  "FPS, category 0000: 22E6; promptparse read, writes 22E6; emvqr Cannot read properties of undefined (reading 'usda_description')",
  'FPS, Chinese name: E2EA; promptparse refused, writes E51F; emvqr read',
  'example of the specification: A13A; promptparse refused, writes C919; emvqr read',
];
if (outcomes.join() !== expected.join()) process.exitCode = 1;
JS
node read.cjs
# Seen:
# FPS, a shop: 8F0E; promptparse read, writes 8F0E; emvqr read
# FPS, category 0000: 22E6; promptparse read, writes 22E6; emvqr Cannot read properties of undefined (reading 'usda_description')
# FPS, Chinese name: E2EA; promptparse refused, writes E51F; emvqr read
# example of the specification: A13A; promptparse refused, writes C919; emvqr read
