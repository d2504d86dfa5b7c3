#!/usr/bin/env bash
# pdf2json 4.1.0 (since 4.0.3): `getRawTextContent` sorts the lines of a page the wrong way round, so a page reads from its
# last line to its first. The pages themselves stay in order. The words of a line are right, there is no error, and the
# positions of the same parse (`Pages[].Texts`) are right, so a test that looks for one amount in the text passes. Of a
# bank's statement, the closing balance of each page comes first and the opening balance last, and each payment stands
# before the line that it follows. A program that takes the last balance of the text takes the opening one.
# pdf2json 4.0.2 gives the same page from top to bottom, and `Texts` can be sorted by `y` with any version.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdf-lib@1.17.1 pdf2json@4.1.0 before@npm:pdf2json@4.0.2
cat >read.mjs <<'JS'
import { writeFile } from 'node:fs/promises';
import { PDFDocument, StandardFonts } from 'pdf-lib';

const PAGES = [
  ['Opening balance 1,000.00', 'Payment 745.00', 'Balance 1,745.00'],
  ['Balance brought forward 1,745.00', 'Refund -500.00', 'Closing balance 1,245.00'],
];
const pdf = await PDFDocument.create();
const font = await pdf.embedFont(StandardFonts.Helvetica);
for (const lines of PAGES) {
  const page = pdf.addPage([400, 400]);
  lines.forEach((line, index) => page.drawText(line, { x: 40, y: 340 - index * 30, size: 12, font }));
}
await writeFile('statement.pdf', await pdf.save());

async function read(name) {
  const { default: PdfParser } = await import(name);
  const parser = new PdfParser(null, 1);
  const { Pages } = await new Promise((resolve, reject) => {
    parser.on('pdfParser_dataReady', resolve);
    parser.on('pdfParser_dataError', reject);
    void parser.loadPDF('statement.pdf');
  });
  const text = parser.getRawTextContent().split('\n').map((line) => line.trim());
  return {
    text: text.filter((line) => line !== '' && !line.startsWith('---')).join(' | '),
    positions: Pages.map(({ Texts }) => Texts.toSorted((a, b) => a.y - b.y))
      .flat()
      .map(({ R }) => decodeURIComponent(R.map(({ T }) => T).join('')))
      .join(' | '),
  };
}
const downwards = PAGES.flat().join(' | ');
const upwards = PAGES.map((lines) => lines.toReversed()).flat().join(' | ');
const [now, before] = [await read('pdf2json'), await read('before')];
console.log(`4.1.0, text:      ${now.text}`);
console.log(`4.1.0, positions: ${now.positions}`);
console.log(`4.0.2, text:      ${before.text}`);
const ok = now.text === upwards && now.positions === downwards && before.text === downwards;
process.exit(ok ? 0 : 1);
JS
node read.mjs 2>/dev/null | grep -v '^Warning'
# Seen:
# 4.1.0, text:      Balance 1,745.00 | Payment 745.00 | Opening balance 1,000.00 | Closing balance 1,245.00 | Refund -500.00 | Balance brought forward 1,745.00
# 4.1.0, positions: Opening balance 1,000.00 | Payment 745.00 | Balance 1,745.00 | Balance brought forward 1,745.00 | Refund -500.00 | Closing balance 1,245.00
# 4.0.2, text:      Opening balance 1,000.00 | Payment 745.00 | Balance 1,745.00 | Balance brought forward 1,745.00 | Refund -500.00 | Closing balance 1,245.00
