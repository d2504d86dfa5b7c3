#!/usr/bin/env bash
# parse-multipart-data 1.5.0 (2.3 million downloads a month), the usual reader of uploads in functions behind a gateway, takes
# each value of Content-Disposition for a JSON text. By RFC 2183, to which RFC 7578 sends, a value may stand without quotes,
# and the HttpClient of .NET writes it so: `name=file; filename=passport.pdf` throws a SyntaxError about JSON, and no other
# part of the upload is read. So does a semicolon or an equals sign within a quoted file name. And parameters have no
# order, but here the first is the name, whatever it is called: with `filename` in front the part is called passport.pdf and
# has no file name. A Chinese file name comes back as its bytes one by one. Uploads of browsers and curl show none of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund parse-multipart-data@1.5.0
cat >read.cjs <<'JS'
const { parse } = require('parse-multipart-data');

const read = (parameters) => {
  const head = `Content-Disposition: form-data; ${parameters}\r\nContent-Type: application/pdf`;
  try {
    const [part] = parse(Buffer.from(`--X\r\n${head}\r\n\r\n%PDF-\r\n--X--\r\n`), 'X');
    return `part ${part.name}, file ${part.filename === undefined ? 'without a name' : encodeURI(part.filename)}`;
  } catch (error) {
    return `${error.name}`;
  }
};
const seen = [
  'name="file"; filename="passport.pdf"',
  'name=file; filename=passport.pdf',
  'name="file"; filename="passport; front.pdf"',
  'name="file"; filename="page=2.pdf"',
  'filename="passport.pdf"; name="file"',
  'name="file"; filename="陳.pdf"',
].map((parameters) => `${parameters}: ${read(parameters)}`);
console.log(seen.join('\n'));
const expected = [
  'name="file"; filename="passport.pdf": part file, file passport.pdf',
  'name=file; filename=passport.pdf: SyntaxError',
  'name="file"; filename="passport; front.pdf": SyntaxError',
  'name="file"; filename="page=2.pdf": SyntaxError',
  'filename="passport.pdf"; name="file": part passport.pdf, file without a name',
  'name="file"; filename="陳.pdf": part file, file %C3%A9%C2%99%C2%B3.pdf',
];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
JS
node read.cjs
# Seen:
# name="file"; filename="passport.pdf": part file, file passport.pdf
# name=file; filename=passport.pdf: SyntaxError
# name="file"; filename="passport; front.pdf": SyntaxError
# name="file"; filename="page=2.pdf": SyntaxError
# filename="passport.pdf"; name="file": part passport.pdf, file without a name
# name="file"; filename="陳.pdf": part file, file %C3%A9%C2%99%C2%B3.pdf
