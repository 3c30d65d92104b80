#!/bin/sh
# Takes the shell parser's packages that the gate links from a release of
# mvdan.cc/sh, and makes the one change that the README beside this tells of.
#
# usage: third_party/renew.sh v3.14.1
set -eu
version=${1:?usage: third_party/renew.sh VERSION}
cd "$(dirname "$0")"
from=$(cd /tmp && go mod download -json "mvdan.cc/sh/v3@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
to=mvdan.cc/sh
rm -rf "$to"
for package in syntax pattern fileutil; do
	mkdir -p "$to/$package"
	for file in "$from/$package"/*.go; do
		case $file in *_test.go | */gen_*) ;; *) cp "$file" "$to/$package/" ;; esac
	done
done
cp "$from/LICENSE" "$to/"
chmod -R u+w "$to"
sed -n '/^module/p; /^go /p' "$from/go.mod" | sed 's/^go /\ngo /' >"$to/go.mod"
sed -i \
	-e 's/^\(.*Re *\)= regexp.MustCompile(\(.*\))$/\1= func() *regexp.Regexp { return regexp.MustCompile(\2) }/' \
	-e 's/\(shebangRe\|extRe\)\./\1()./' \
	"$to/fileutil/file.go"
gofmt -w "$to"
