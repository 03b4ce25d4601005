"""Reads packed positions with cshogi: `python packed_with_cshogi.py psv|hcpe|hcp FILE`, one line a record."""

import sys

import cshogi
import numpy

FORMATS = {"psv": cshogi.PackedSfenValue, "hcpe": cshogi.HuffmanCodedPosAndEval, "hcp": cshogi.HuffmanCodedPos}
SIDES = {cshogi.BLACK_WIN: "black", cshogi.WHITE_WIN: "white", cshogi.DRAW: "draw"}


def usi(mv):
    return cshogi.move_to_usi(mv) if mv else "-"


def psv(board, record):
    board.set_psfen(record["sfen"])
    mv = board.move_from_psv(int(record["move"])) if record["move"] else 0
    to_move = "black" if board.turn == cshogi.BLACK else "white"
    other = "white" if to_move == "black" else "black"
    result = {1: to_move, 0: "draw", -1: other}[int(record["game_result"])]
    return usi(mv), record["score"], record["gamePly"], result


def hcpe(board, record):
    board.set_hcp(record["hcp"])
    mv = board.move_from_move16(int(record["bestMove16"])) if record["bestMove16"] else 0
    return usi(mv), record["eval"], "-", SIDES[int(record["gameResult"])]


def hcp(board, record):
    board.set_hcp(record["hcp"])
    return "-", "-", "-", "-"


name, path = sys.argv[1:]
board, read, lines = cshogi.Board(), globals()[name], []
for record in numpy.fromfile(path, FORMATS[name]):
    fields = read(board, record)
    sfen = " ".join(board.sfen().split(" ")[:3])
    lines.append("\t".join([sfen, *map(str, fields)]))
print("\n".join(lines))
