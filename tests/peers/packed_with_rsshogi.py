"""Reads packed positions with rsshogi: `python packed_with_rsshogi.py psv|hcpe|hcp FILE`, one line a record."""

import struct
import sys

from rsshogi.core import AperyMove, Board, Move

BYTES = {"psv": 40, "hcpe": 38, "hcp": 32}


def usi(mv):
    return mv.to_usi() if int(mv) else "-"


def psv(board, record):
    board.set_packed_sfen(record[:32])
    score, mv, ply, result = struct.unpack("<hHHbx", record[32:])
    sides = ["black", "white"] if board.to_sfen().split(" ")[1] == "b" else ["white", "black"]
    return usi(Move(mv)), score, ply, {1: sides[0], 0: "draw", -1: sides[1]}[result]


def hcpe(board, record):
    board.set_hcp(record[:32])
    score, mv, result = struct.unpack("<hHBx", record[32:])
    return usi(AperyMove(mv)), score, "-", ["draw", "black", "white"][result]


def hcp(board, record):
    board.set_hcp(record)
    return "-", "-", "-", "-"


name, path = sys.argv[1:]
board, read, lines = Board(), globals()[name], []
with open(path, "rb") as file:
    while record := file.read(BYTES[name]):
        fields = read(board, record)
        sfen = " ".join(board.to_sfen().split(" ")[:3])
        lines.append("\t".join([sfen, *map(str, fields)]))
print("\n".join(lines))
