#!/usr/bin/env bash
# mt940-js 1.0.0: in a bank's statement (MT940, field :61:) the mark RC takes a credit back and RD takes a debit back.
# mt940-js calls RC a credit and RD a debit, with a positive amount, and keeps the mark nowhere. So a payment that the
# bank returned looks like a second payment, and the entries do not add up to the closing balance. Two more facts of the
# same field are lost: a bank's reference that is not exactly 16 characters long comes back empty, and an entry of
# January with a value date of December is a year early, since its date has no year and takes that of the value date.
# A reader that records repayments has to look at the raw field, or to compare its sum with the two balances.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
# It requires tslib without naming it as a dependency.
npm install --silent --no-audit --no-fund mt940-js@1.0.0 tslib@2.8.1
cat >statement.txt <<'MT'
:20:STATEMENT
:25:012345678001
:28C:00001/001
:60F:C251231HKD1000,00
:61:2512310102C745,00NTRFREF0000123//BANK1
:86:Example Trading Limited
:61:2601050105RC745,00NTRFREF0000123//BANK2
:86:Payment returned
:62F:C260105HKD1000,00
MT
cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { read } = require('mt940-js');

void read(readFileSync('statement.txt')).then(([statement]) => {
  const { openingBalance, closingBalance, transactions } = statement;
  let balance = openingBalance.value;
  for (const { isCredit, amount, valueDate, entryDate, bankReference } of transactions) {
    balance += isCredit ? amount : -amount;
    console.log(`${isCredit ? 'credit' : 'debit'} ${amount}, value ${valueDate}, entry ${entryDate}, bank's reference "${bankReference}"`);
  }
  console.log(`closing balance ${closingBalance.value}, by the entries ${balance}`);
  const [paid, returned] = transactions;
  const isAsSeen =
    balance === 2490 && returned.isCredit && paid.entryDate === '2025-01-02' && paid.bankReference === '';
  if (!isAsSeen) process.exitCode = 1;
});
JS
node read.cjs
# Seen:
# credit 745, value 2025-12-31, entry 2025-01-02, bank's reference ""
# credit 745, value 2026-01-05, entry 2026-01-05, bank's reference ""
# closing balance 1000, by the entries 2490
