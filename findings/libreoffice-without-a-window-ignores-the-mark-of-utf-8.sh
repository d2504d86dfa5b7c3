#!/usr/bin/env bash
# LibreOffice 7.4.7 (libreoffice-calc-nogui 4:7.4.7-1+deb12u14 of Debian bookworm), in a locale of UTF-8.
#
# A CSV that begins with the mark of UTF-8 (EF BB BF) is UTF-8, and that is why exports have the mark. Without a window
# (`soffice --headless --convert-to`, as servers convert and print) nothing looks at it, and the locale does not count
# either: the file is read as Windows-1252. 海港 becomes æµ·æ¸¯, and the first heading is no longer "name", because the
# mark stands before it. The exit code is 0. Only an --infilter with 76 (UTF-8) helps; a file without the mark is read in
# the same wrong way.
#
# Prints what each way made of the file, and fails if that changes. Installs Debian's package if there is no soffice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
command -v soffice >/dev/null || apt-get install -y --no-install-recommends libreoffice-calc-nogui >/dev/null
cd "$folder"
export HOME=$folder LC_ALL=C.UTF-8
printf '\xef\xbb\xbfname,amount\r\n海港,12.50\r\n' >marked.csv
# To CSV again, written as UTF-8 (76), so that only the reading is tried.
read_by() { soffice --headless "$@" --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76' --outdir out marked.csv >/dev/null 2>&1; }
read_by
by_default=$(tr '\n' ' ' <out/marked.csv)
read_by --infilter='CSV:44,34,76'
by_filter=$(tr '\n' ' ' <out/marked.csv)
soffice --version | head -1 | cut -d ' ' -f 1,2
echo "by default: $by_default"
echo "as UTF-8:   $by_filter"
[ "$by_filter" = 'name,amount 海港,12.5 ' ]
[ "$by_default" = 'ï»¿name,amount æµ·æ¸¯,12.5 ' ]
# Seen:
# LibreOffice 7.4.7.2
# by default: ï»¿name,amount æµ·æ¸¯,12.5
# as UTF-8:   name,amount 海港,12.5
