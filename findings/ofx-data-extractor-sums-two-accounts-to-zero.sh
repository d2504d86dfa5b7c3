#!/usr/bin/env bash
# ofx-data-extractor 1.5.0: an OFX file may hold the statements of several accounts of a customer; a bank writes one
# STMTTRNRS for each, and one CCSTMTTRNRS for each card. `getTransactionsSummary` sums one account alone. For a file with
# two bank accounts it gives zero credits, zero debits and no dates, without an error or a warning, in the default mode
# "strict" (the lists of the same file fail). For a file with a bank account and a card it gives the bank account's sums
# and leaves the card out. A program that compares the summary with its books sees a quiet day.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ofx-data-extractor@1.5.0
cat >read.cjs <<'JS'
const { Ofx } = require('ofx-data-extractor');

const status = ['<STATUS>', '<CODE>0', '<SEVERITY>INFO', '</STATUS>'];
const listOf = (id, amount) => [
  ...['<BANKTRANLIST>', '<DTSTART>20261101', '<DTEND>20261103', '<STMTTRN>', '<TRNTYPE>CREDIT'],
  ...['<DTPOSTED>20261103', `<TRNAMT>${amount}`, `<FITID>${id}`, '<NAME>Example Trading Limited', '</STMTTRN>'],
  '</BANKTRANLIST>',
];
const account = (number, currency, amount) => [
  ...['<STMTTRNRS>', `<TRNUID>${number}`, ...status, '<STMTRS>', `<CURDEF>${currency}`],
  ...['<BANKACCTFROM>', '<BANKID>024', `<ACCTID>${number}`, '<ACCTTYPE>CHECKING', '</BANKACCTFROM>'],
  ...[...listOf(`A${number}`, amount), '<LEDGERBAL>', `<BALAMT>${amount}`, '<DTASOF>20261103', '</LEDGERBAL>'],
  ...['</STMTRS>', '</STMTTRNRS>'],
];
const card = (number, amount) => [
  ...['<CREDITCARDMSGSRSV1>', '<CCSTMTTRNRS>', `<TRNUID>${number}`, ...status, '<CCSTMTRS>', '<CURDEF>HKD'],
  ...['<CCACCTFROM>', `<ACCTID>${number}`, '</CCACCTFROM>', ...listOf(`C${number}`, amount)],
  ...['<LEDGERBAL>', `<BALAMT>${amount}`, '<DTASOF>20261103', '</LEDGERBAL>'],
  ...['</CCSTMTRS>', '</CCSTMTTRNRS>', '</CREDITCARDMSGSRSV1>'],
];
const bank = (...accounts) => ['<BANKMSGSRSV1>', ...accounts.flat(), '</BANKMSGSRSV1>'];
const head = ['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252'];
const file = (...parts) =>
  [
    ...[...head, 'COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE', '', '<OFX>', '<SIGNONMSGSRSV1>', '<SONRS>'],
    ...[...status, '<DTSERVER>20261103', '<LANGUAGE>ENG', '</SONRS>', '</SIGNONMSGSRSV1>', ...parts.flat(), '</OFX>', ''],
  ].join('\n');

const said = (text) => {
  const { dateStart, credit, amountOfCredits } = new Ofx(text).getTransactionsSummary();
  return [dateStart, credit, amountOfCredits];
};
const first = account('012345678001', 'HKD', '745.00');
const seen = {
  oneAccount: said(file(bank(first))),
  twoAccounts: said(file(bank(first, account('012345678002', 'USD', '55.00')))),
  accountAndCard: said(file(bank(first), card('4000000000000001', '30.00'))),
};
console.log(JSON.stringify(seen));
const expected =
  '{"oneAccount":["2026-11-01",745,1],"twoAccounts":["",0,0],"accountAndCard":["2026-11-01",745,1]}';
if (JSON.stringify(seen) !== expected) process.exitCode = 1;
JS
node read.cjs
# Seen:
# {"oneAccount":["2026-11-01",745,1],"twoAccounts":["",0,0],"accountAndCard":["2026-11-01",745,1]}
