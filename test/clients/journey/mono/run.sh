#!/usr/bin/env bash
# Compiles and runs the journey of Mono.
set -euo pipefail
cd "$(dirname "$0")"
program=$(mktemp --suffix .exe)
trap 'rm -f "$program"' EXIT
mcs -out:"$program" -r:System.Net.Http -r:System.Web.Extensions Journey.cs
mono "$program"
