#!/bin/sh
# Writes src/styles/inter.woff2: the letters of our languages out of Inter (SIL Open Font License), weights 400 to 700,
# with tabular figures. Needs fonttools and brotli (pip install fonttools brotli); run it when the package changes.
set -eu
cd "$(dirname "$0")/.."
source=node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2
fonttools varLib.instancer "$source" wght=400:700 --output "${TMPDIR:-/tmp}/inter.ttf" --quiet
pyftsubset "${TMPDIR:-/tmp}/inter.ttf" --output-file=src/styles/inter.woff2 --flavor=woff2 \
	--unicodes='U+20-7E,U+A0-FF,U+152,U+153,U+2013,U+2014,U+2018-201E,U+2022,U+2026,U+2190-2193,U+2212' \
	--layout-features=kern,liga,tnum,ccmp,mark,mkmk,locl --no-hinting --desubroutinize
