#!/bin/sh
# Prints the Python of a virtual environment under target/ that has the given packages, and creates it when needed.
#
# usage: scripts/venv.sh NAME PACKAGE==VERSION…
set -eu
cd "$(dirname "$0")/.."
scripts/need python
folder=${CARGO_TARGET_DIR:-target}/python/$1
name=$1
shift
# The stamp is written last, so that an environment whose creation was interrupted is created again.
if [ "$(cat "$folder/packages" 2>/dev/null)" != "$*" ]; then
	echo "installing $* for Python, once" >&2
	rm -rf "$folder"
	python3 -m venv "$folder" &&
		"$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@" >&2 ||
		{
			echo "the Python packages of \"$name\" cannot be installed. To try it by hand: pip install $*" >&2
			exit 1
		}
	echo "$*" >"$folder/packages"
fi
echo "$folder/bin/python"
