#!/usr/bin/env bash
# loanjs 1.1.2 and amortizejs 1.0.3 make the schedule of a loan. One would expect that the parts of the principal add up to
# the loan, with the rest of all rounding in the last payment, and that a loan of the 31st is paid at each month's end.
# loanjs rounds each part and leaves the last one as it is, and `remain` is 0 all the same: 50,000.00 over 60 months repay
# 50,000.31, and 10,000.00 over 36 months 9,999.96. amortizejs adds a month to the date before with the Date of JavaScript:
# from 31 January on, no payment falls in February, the second is of 3 March and all later ones of the 3rd; it rounds
# nothing at all. Both are right for a first test of a few months from the 1st. A ledger that books such a schedule
# never closes the account, and reminds on days that the contract does not name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund loanjs@1.1.2 amortizejs@1.0.3
cat >schedule.cjs <<'JS'
process.env.TZ = 'UTC';
const { Calculator } = require('amortizejs');
const { Loan } = require('loanjs');

console.log('loanjs 1.1.2, amortizejs 1.0.3');
const repaid = (amount, months, rate) => {
  const { installments } = new Loan(amount, months, rate, 'annuity');
  const sum = installments.reduce((total, { capital }) => total + capital, 0);
  return `${amount.toFixed(2)} lent, ${sum.toFixed(2)} repaid, ${installments.at(-1).remain} remain`;
};
const { schedule } = Calculator.calculate({
  method: 'mortgage',
  apr: 5,
  balance: 1_000,
  loanTerm: 6,
  startDate: new Date('2026-01-31'),
});
const days = schedule.map(({ date }) => new Date(date).toISOString().slice(5, 10));
const seen = [repaid(50_000, 60, 4.2), repaid(10_000, 36, 7.5), days.join(' ')];
console.log(seen.join('\n'));
const expected = [
  '50000.00 lent, 50000.31 repaid, 0 remain',
  '10000.00 lent, 9999.96 repaid, 0 remain',
  '01-31 03-03 04-03 05-03 06-03 07-03',
];
if (seen.join() !== expected.join()) process.exitCode = 1;
JS
node schedule.cjs
# Seen:
# loanjs 1.1.2, amortizejs 1.0.3
# 50000.00 lent, 50000.31 repaid, 0 remain
# 10000.00 lent, 9999.96 repaid, 0 remain
# 01-31 03-03 04-03 05-03 06-03 07-03
