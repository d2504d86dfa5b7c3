#!/usr/bin/env bash
# pdf-parse 2.4.5 and unpdf 1.8.1 (ten million and one million downloads a month) read the text of a PDF; each ships its own
# copy of PDF.js, as pdfjs-dist is one. npm keeps the copies apart, PDF.js does not: in Node the first copy that opens a
# document leaves its worker in a global variable, and every later copy takes that worker. The versions differ, so each call
# of the later package fails: 'The API version "5.4.296" does not match the Worker version "6.1.200"'. Which of the packages
# fails depends on which document came first, so a test of each alone is green, and a server fails or not by its first
# upload. unpdf after pdf-parse works, as its copy brings the worker along; pdf-parse and pdfjs-dist fail in both orders.
# Use one of them in a process, or read in a worker thread.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdf-parse@2.4.5 unpdf@1.8.1 pdfjs-dist@6.1.200 pdf-lib@1.17.1 2>/dev/null
cat >read.mjs <<'JS'
import { PDFDocument } from 'pdf-lib';

const made = await PDFDocument.create();
made.addPage().drawText('Paid');
const bytes = await made.save();
const readers = {
  'pdf-parse': async (data) => {
    const { PDFParse } = await import('pdf-parse');
    return (await new PDFParse({ data }).getText()).text;
  },
  unpdf: async (data) => {
    const { extractText } = await import('unpdf');
    return (await extractText(data, { mergePages: true })).text;
  },
  'pdfjs-dist': async (data) => {
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const page = await (await getDocument({ data }).promise).getPage(1);
    return (await page.getTextContent()).items.map(({ str }) => str).join('');
  },
};
const seen = [];
for (const name of process.argv.slice(2)) {
  const text = await readers[name](new Uint8Array(bytes)).catch(({ message }) => message);
  seen.push(`${name} ${text.startsWith('Paid') ? 'reads' : text}`);
}
console.log(seen.join('; then '));
JS
seen=$(
  for order in 'pdf-parse unpdf' 'unpdf pdf-parse' 'pdf-parse pdfjs-dist' 'pdfjs-dist pdf-parse'; do
    node read.mjs "${order% *}" "${order#* }" 2>/dev/null
  done
)
echo "$seen"
expected='pdf-parse reads; then unpdf reads
unpdf reads; then pdf-parse The API version "5.4.296" does not match the Worker version "6.1.200".
pdf-parse reads; then pdfjs-dist The API version "6.1.200" does not match the Worker version "5.4.296".
pdfjs-dist reads; then pdf-parse The API version "5.4.296" does not match the Worker version "6.1.200".'
[ "$seen" = "$expected" ]
# Seen:
# pdf-parse reads; then unpdf reads
# unpdf reads; then pdf-parse The API version "5.4.296" does not match the Worker version "6.1.200".
# pdf-parse reads; then pdfjs-dist The API version "6.1.200" does not match the Worker version "5.4.296".
# pdfjs-dist reads; then pdf-parse The API version "5.4.296" does not match the Worker version "6.1.200".
