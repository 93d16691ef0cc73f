"""schemathesis sends generated requests to every endpoint of a server's `/api/openapi.json`, and checks each
answer: no server error, only documented statuses and content types, and bodies that match their schemas.

    schema_check.py PROGRAM SCHEMATHESIS [SECONDS]
"""

import pathlib
import subprocess
import sys
import tempfile

import requests

from server import Server

SECONDS = sys.argv[3] if len(sys.argv) > 3 else "120"
SCOPES = "challenge:read,challenge:write,board:play,bot:play,preference:read,preference:write"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# docs/api.md gives the reasons.
LEFT_OUT = r"(/stream/|/feed$|^/oauth|^/account/|^/api/token$|^/api/board/seek$|^/api/challenge/[{]username[}]$|^/api/bot/account/upgrade$)"


# Otherwise the server's rate limits would refuse most of the requests.
OPTIONS = ["--limits", "off"]


def parameters(server, token):
    """Existing names: a player, a live game, a channel, a kind of game."""
    game = requests.post(
        f"{server.url}/api/challenge/ai", headers={"Authorization": f"Bearer {token}"},
        data={"level": 1, "days": 1, "color": "white"}, timeout=5,
    ).json()["id"]
    return f"""[parameters]
"path.id" = "{game}"
"path.username" = "robo"
"path.opponent" = "anna"
"path.channel" = "best"
"path.perfType" = "blitz"
"path.count" = "5"
"path.seconds" = "15"
"""


def main():
    with Server(sys.argv[1], *OPTIONS) as server, tempfile.TemporaryDirectory(prefix="tabiya-schema-") as folder:
        server.add_user("anna")
        server.add_user("robo", "--bot")
        token = server.add_token("anna", SCOPES)
        (pathlib.Path(folder) / "schemathesis.toml").write_text(parameters(server, token))
        answer = subprocess.run(
            [
                sys.argv[2], "run", f"{server.url}/api/openapi.json", "--url", server.url,
                "--header", f"Authorization: Bearer {token}", "--checks", CHECKS, "--exclude-path-regex", LEFT_OUT,
                "--phases", "examples,coverage,fuzzing", "--max-examples", "10", "--max-time", SECONDS, "--seed", "1",
                "--rate-limit", "80/s", "--request-timeout", "10", "--continue-on-failure", "--no-color",
            ],
            cwd=folder, capture_output=True, text=True, timeout=int(SECONDS) + 60,
        )
        if answer.returncode != 0:
            print(answer.stdout[-20000:], answer.stderr[-4000:], file=sys.stderr)
            raise SystemExit("schemathesis: some responses do not match /api/openapi.json")
    cases = next((line.strip() for line in answer.stdout.splitlines() if " generated, " in line), "")
    print(f"schemathesis: {cases}")


main()
