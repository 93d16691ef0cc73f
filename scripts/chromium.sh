#!/bin/sh
# Prints the path of Chromium. If it is missing, and this is root on Debian, it is installed.
set -eu
find_it() {
	for name in "${CHROMIUM:-chromium}" chromium chromium-browser google-chrome; do
		command -v "$name" && return
	done
	return 1
}
find_it && exit
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
	echo "installing Chromium, once" >&2
	{ apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends chromium; } >/dev/null 2>&1 || true
fi
find_it || { echo "browser: install Chromium (Debian: apt-get install chromium), or set CHROMIUM" >&2; exit 1; }
