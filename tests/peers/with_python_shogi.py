"""Reads files with python-shogi: `python with_python_shogi.py FORMAT < paths`."""

import sys

import shogi
import shogi.CSA
import shogi.KIF

from reading import moves_of_usi, position, read_all

SIDES = {"b": "black", "w": "white"}


def record(parser):
    def read(text):
        (game,) = parser.parse_str(text)
        # The start position is the one that its own board makes of it.
        start = shogi.Board(game["sfen"]).sfen()
        return {"start": position(start), "moves": game["moves"], "winner": SIDES.get(game["win"])}
    return read


def usi(text):
    sfen, moves = moves_of_usi(text)
    board = shogi.Board(sfen) if sfen else shogi.Board()
    start = board.sfen()
    for move in moves:
        board.push_usi(move)
    return {"start": position(start), "moves": [str(move) for move in board.move_stack]}


READERS = {"kif": record(shogi.KIF.Parser), "csa": record(shogi.CSA.Parser), "csa3": record(shogi.CSA.Parser), "usi": usi}
read_all(READERS[sys.argv[1]])
