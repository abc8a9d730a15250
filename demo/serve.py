"""Serves a folder to this machine: `python demo/serve.py FOLDER PORT`."""

import errno
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

HOST = "127.0.0.1"


def main(folder: str, port: int) -> None:
    try:
        server = ThreadingHTTPServer((HOST, port), partial(SimpleHTTPRequestHandler, directory=folder))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            sys.exit(f"port {port}: {error.strerror}")
        sys.exit(f"port {port} is in use by another program; another one: make demo-web PORT={port % 65535 + 1}")
    print(f"http://localhost:{port} (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[2].isdecimal() or not 0 < int(sys.argv[2]) < 65536:
        sys.exit("usage: serve.py FOLDER PORT")
    main(sys.argv[1], int(sys.argv[2]))
