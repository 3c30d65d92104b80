#!/bin/sh
# Runs three captured payloads through the hook and shows each reply.
# usage: sh testdata/demo.sh GATE
set -eu
gate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ -x "$gate" ] || { echo "demo: no executable $gate; run: make build" >&2; exit 1; }
cd "$(dirname "$0")"

# What is tried here is no part of anybody's decision log.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME="$home" XDG_CONFIG_HOME="$home"

show() {
	printf '\n== %s\n   payload  %s\n' "$1" "$2"
	code=0
	out=$("$gate" hook --stdin <"$2" 2>/tmp/gate-demo.$$) || code=$?
	printf '   stdout   %s\n   stderr   %s\n   exit     %s\n' "${out:-(nothing)}" "$(cat /tmp/gate-demo.$$)" "$code"
	rm -f /tmp/gate-demo.$$
	[ "$code" = "$3" ] || { echo "demo: exit $code, not $3" >&2; exit 1; }
}

show "Claude Code runs an ordinary command: the gate has no opinion" claude-code/PreToolUse-Bash.json 0
show "Qwen Code writes a file outside of the project: denied" qwen/PreToolUse-write_file.2.json 2
show "Codex opens a shell that nobody could watch: Codex cannot ask, so it is told how to go on" codex/PreToolUse-Bash-4.json 2
