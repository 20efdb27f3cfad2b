#!/bin/sh
# Every hand-written C file is as clang-format 19 writes it.
set -eu
cd "$(dirname "$0")/.."
files=$(git ls-files -co --exclude-standard '*.c' '*.h')
# shellcheck disable=SC2086
clang-format-19 --dry-run -Werror $files
echo "format: $(echo "$files" | wc -l) files"
