"""What both programs here have in common: the paths of files come on standard input, one a line, and for each of them
one line of JSON goes to standard output: `{"path": …, "error": …}` or what was read."""

import json
import os
import sys


def read_all(read):
    """Reads every file with `read(text)`, which gives a dictionary or raises."""
    for path in sys.stdin.read().splitlines():
        print(json.dumps({"path": path, **in_a_process(read, path)}, ensure_ascii=False), flush=True)


def in_a_process(read, path):
    """What was read, by a process of its own: a reader in C may end it."""
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(source)
        with os.fdopen(sink, "w", encoding="utf-8") as out:
            json.dump(found_in(read, path), out)
        os._exit(0)
    os.close(sink)
    with os.fdopen(source, encoding="utf-8") as answer:
        text = answer.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if status == 0 else {"error": f"ended by signal {status & 127}"}


def found_in(read, path):
    try:
        with open(path, encoding="utf-8") as file:
            return read(file.read())
    except Exception as error:
        text = str(error).split("\n")[0]
        return {"error": f"{type(error).__name__}: {text}"}


def position(sfen):
    """Board, side to move and hands of a SFEN, without the move's number."""
    return " ".join(sfen.split(" ")[:3])


def moves_of_usi(text):
    """Start position and moves of a line `position …`."""
    words = text.split()
    at = words.index("moves") if "moves" in words else len(words)
    start = words[1:at]
    return (" ".join(start[1:]) if start[0] == "sfen" else None), words[at + 1:]
