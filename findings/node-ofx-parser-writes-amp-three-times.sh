#!/usr/bin/env bash
# node-ofx-parser 0.5.1: OFX writes the ampersand of a name as &amp; and the angle brackets as &lt; and &gt;, in its old form
# as in XML. node-ofx-parser puts &amp;amp; in place of each & before it reads the file, and decodes once. So the payer
# "Chan & Sons", in the file as the format asks, comes back as "Chan &amp;amp;amp; Sons", and &lt; as &amp;amp;lt;. There is
# no error, amounts and ids are right, and names without these characters too. A program that finds customers by the name of
# the payer does not find these. `serialize` writes what `parse` read, so each copy of a file makes it longer.
# ofx-js 1.1.1 reads the same file well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-ofx-parser@0.5.1 ofx-js@1.1.1
cat >read.cjs <<'JS'
const ofx = require('node-ofx-parser');
const { parse } = require('ofx-js');

const names = ['ENCODING:UTF-8', 'CHARSET:NONE', 'COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE'];
const head = ['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', ...names, '', ''].join('\n');
const payment = (name) =>
  ['<STMTTRN>', '<TRNTYPE>CREDIT', '<DTPOSTED>20261103', '<TRNAMT>745.00', '<FITID>A1', `<NAME>${name}`, '</STMTTRN>'];
const file = (name) =>
  head +
  [
    ...['<OFX>', '<BANKMSGSRSV1>', '<STMTTRNRS>', '<TRNUID>1', '<STMTRS>', '<CURDEF>HKD', '<BANKTRANLIST>'],
    ...['<DTSTART>20261101', '<DTEND>20261103', ...payment(name), '</BANKTRANLIST>', '</STMTRS>', '</STMTTRNRS>'],
    ...['</BANKMSGSRSV1>', '</OFX>', ''],
  ].join('\n');
const nameIn = ({ OFX }) => OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN.NAME;

void (async () => {
  const seen = [];
  for (const name of ['Chan &amp; Sons', 'Example &lt;HK&gt; Ltd']) {
    const read = ofx.parse(file(name));
    const copied = ofx.parse(ofx.serialize(read.header, { ...read.OFX }));
    seen.push([nameIn(read), nameIn(copied), nameIn(await parse(file(name)))]);
  }
  for (const [read, copied, right] of seen) console.log(`read ${read}; from a copy ${copied}; by ofx-js ${right}`);
  const [[amp, , right], [angle]] = seen;
  const isAsSeen = amp === 'Chan &amp;amp;amp; Sons' && right === 'Chan & Sons' && angle === 'Example &amp;amp;lt;HK&amp;amp;gt; Ltd';
  if (!isAsSeen) process.exitCode = 1;
})();
JS
node read.cjs
# Seen:
# read Chan &amp;amp;amp; Sons; from a copy Chan &amp;amp;amp;amp;amp; Sons; by ofx-js Chan & Sons
# read Example &amp;amp;lt;HK&amp;amp;gt; Ltd; from a copy Example &amp;amp;amp;amp;lt;HK&amp;amp;amp;amp;gt; Ltd; by ofx-js Example <HK> Ltd
