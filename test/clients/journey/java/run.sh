#!/usr/bin/env bash
# Compiles and runs a journey of Java: the name of its class, then its jars.
set -euo pipefail
cd "$(dirname "$0")"
program=$1
shift
classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
path=$(IFS=:; echo "$classes${*:+:$*}")
javac -encoding UTF-8 -d "$classes" -cp "$path" Steps.java "$program.java"
java -cp "$path" "$program"
