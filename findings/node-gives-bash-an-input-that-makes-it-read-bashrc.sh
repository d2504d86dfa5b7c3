#!/usr/bin/env bash
# Node.js 20.20.2 and 26.10.0 with bash 5.2: `bash -c '...'` started by child_process reads ~/.bashrc, though it is not
# interactive, if its environment has no SHLVL. Node makes the input of a child a pair of sockets, not a pipe, and a bash
# (as Debian builds it) whose input is a socket takes itself for a shell that a remote login started. So a command that
# is right everywhere can print more, or fail, by what a user's file sets: an alias, a PATH, `set -u`. With the input
# ignored, a real pipe, or `bash --norc`, the file is not read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo 'FROM_BASHRC=read' >.bashrc
cat >start.mjs <<'JS'
import { spawnSync } from 'node:child_process';

const env = { HOME: process.cwd(), PATH: process.env.PATH };
const say = (args, stdin, more = {}) =>
  spawnSync('bash', [...args, '-c', 'echo "${FROM_BASHRC:-not read}"'], {
    env: { ...env, ...more },
    stdio: [stdin, 'pipe', 'inherit'],
  }).stdout.toString().trim();
const seen = {
  default: say([], 'pipe'),
  ignoredInput: say([], 'ignore'),
  shlvlSet: say([], 'pipe', { SHLVL: '1' }),
  norc: say(['--norc'], 'pipe'),
};
console.log(process.version, JSON.stringify(seen));
const expected = '{"default":"read","ignoredInput":"not read","shlvlSet":"not read","norc":"not read"}';
if (JSON.stringify(seen) !== expected) process.exitCode = 1;
JS
node start.mjs
# Seen:
# v20.20.2 {"default":"read","ignoredInput":"not read","shlvlSet":"not read","norc":"not read"}
