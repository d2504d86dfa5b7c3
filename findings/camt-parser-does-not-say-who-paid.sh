#!/usr/bin/env bash
# camt-parser 1.1.0: an incoming payment in a bank's statement (camt.053.001.08) names its payer as debtor, and what it
# is for as free text. camt-parser reads neither: of the parties it keeps the creditor, which is the owner of the account,
# and of the remittance information only the structured form. The amount of a payment within an entry is empty too if the
# bank states it as `Amt`, which this version has, and not only in the older `AmtDtls`. An account without an IBAN, as
# every one in Hong Kong and Malaysia, is an empty text. Nothing fails, so a program that matches payments by their
# reference finds no match and sees no error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund camt-parser@1.1.0
cat >statement.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-03T00:00:00+08:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id>
<Acct><Id><Othr><Id>012345678001</Id></Othr></Id><Ccy>HKD</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="HKD">745.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-03</Dt></Dt></Bal>
<Ntry><Amt Ccy="HKD">745.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt>
<BkTxCd><Prtry><Cd>TRF</Cd></Prtry></BkTxCd>
<NtryDtls><TxDtls><Amt Ccy="HKD">745.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<RltdPties><Dbtr><Pty><Nm>Example Trading Limited</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>REF 0000123</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>
XML
cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { parseCamt053 } = require('camt-parser');

void parseCamt053(readFileSync('statement.xml', 'utf8')).then(({ statements: [statement] }) => {
  const [detail] = statement.transactions[0].details;
  const everything = JSON.stringify(statement);
  const seen = {
    namesPayer: everything.includes('Example Trading Limited'),
    namesReference: everything.includes('0000123'),
    amountOfPayment: detail.amountDetails.transactionAmount.value,
    account: statement.account.iban,
    namesAccount: everything.includes('012345678001'),
  };
  console.log(JSON.stringify(seen));
  const expected =
    '{"namesPayer":false,"namesReference":false,"amountOfPayment":"","account":"","namesAccount":false}';
  if (JSON.stringify(seen) !== expected) process.exitCode = 1;
});
JS
node read.cjs
# Seen:
# {"namesPayer":false,"namesReference":false,"amountOfPayment":"","account":"","namesAccount":false}
