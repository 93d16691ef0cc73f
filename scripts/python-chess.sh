# Read by the judges, which set `judge` to their name: python-chess in a virtual environment under target/, its Python in
# `$python`. Where that cannot be had, one line says what to install, and the judge is left out.
target=${CARGO_TARGET_DIR:-target}
command -v python3 >/dev/null || { echo "$judge: left out; to run it: install Python 3"; exit 0; }
python=$target/python-chess/bin/python
if ! "$python" -c 'import chess' 2>/dev/null; then
    if ! { python3 -m venv "$target/python-chess" &&
        "$python" -m pip install --quiet --disable-pip-version-check chess==1.11.2; }; then
        echo "$judge: left out; to run it: make Python able to install the package 'chess'"
        exit 0
    fi
fi
