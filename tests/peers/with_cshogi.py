"""Reads files with cshogi: `python with_cshogi.py FORMAT < paths`."""

import sys

import cshogi
import cshogi.KI2
import cshogi.KIF

from reading import moves_of_usi, position, read_all

SIDES = {cshogi.BLACK_WIN: "black", cshogi.WHITE_WIN: "white"}
ENDINGS = {
    "%TORYO": "resignation",
    "%CHUDAN": "interrupted",
    "%SENNICHITE": "sennichite",
    "%TIME_UP": "time_forfeit",
    "%ILLEGAL_MOVE": "illegal_move",
    "%+ILLEGAL_ACTION": "illegal_move",
    "%-ILLEGAL_ACTION": "illegal_move",
    "%JISHOGI": "jishogi",
    "%KACHI": "declaration",
    "%HIKIWAKE": "draw_agreed",
    "%MAX_MOVES": "max_moves",
    "%TSUMI": "checkmate",
    "%FUZUMI": "no_mate",
}


def reading(parser):
    moves = [cshogi.move_to_usi(move) for move in parser.moves]
    found = {
        "start": position(parser.sfen),
        "moves": moves,
        "ending": ENDINGS.get(parser.endgame, parser.endgame or None),
        "winner": SIDES.get(parser.win),
    }
    times = getattr(parser, "times", None)
    if times is not None:
        found["spent"] = list(times)[: len(moves)]
    return found


def kakinoki(parser):
    found = reading(parser)
    found["comments"] = {str(at + 1): text for at, text in enumerate(parser.comments) if text}
    if parser.comment:
        found["comments"]["0"] = parser.comment
    return found


def csa(text):
    # Of its comments it makes one text, with the lines of the file as they are.
    (parser,) = cshogi.Parser.parse_str(text)
    return reading(parser)


def usi(text):
    sfen, moves = moves_of_usi(text)
    board = cshogi.Board(sfen) if sfen else cshogi.Board()
    start = board.sfen()
    for move in moves:
        board.push_usi(move)
    return {"start": position(start), "moves": [cshogi.move_to_usi(move) for move in board.history]}


READERS = {
    "kif": lambda text: kakinoki(cshogi.KIF.Parser.parse_str(text)),
    "ki2": lambda text: kakinoki(cshogi.KI2.Parser.parse_str(text)),
    "csa": csa,
    "csa3": csa,
    "usi": usi,
}
read_all(READERS[sys.argv[1]])
