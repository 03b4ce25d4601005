//! What is wrong with a record in CSA.

macro_rules! csa_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            BadStatement "C001" "bad-statement" Error {
                text: "a CSA statement that cannot be understood; the line of moves ends before it";
                hint: "correct the statement; everything after it is kept only as text";
                example: "move.csa" => Utf8("V2.2\nPI\n+\n+7776FU\n-33X4FU\n");
            }
            PieceMismatch "C002" "piece-mismatch" Error {
                text: "the piece named after the move is neither the piece on the origin nor its promotion";
                hint: "correct the piece or the origin; CSA names the piece as it is after the move";
                example: "piece.csa" => Utf8("V2.2\nPI\n+\n+7776GI\n");
            }
            TurnMissing "C003" "turn-missing" Info {
                text: "the line `+` or `-`, which says who moves first, is missing";
                hint: "write `+` or `-` on a line of its own before the first move";
                example: "turn.csa" => Utf8("V2.2\nPI\n+7776FU\n");
            }
            WrongSign "C004" "wrong-sign" Warning {
                text: "a move with the sign of the side that is not to move";
                hint: "correct the sign, or check whether a move is missing before it";
                example: "sign.csa" => Utf8("V2.2\nPI\n+\n+7776FU\n+3334FU\n");
            }
            OneLine "C005" "one-line" Info {
                text: "names or headers are on one line with the moves; every comma there separates \
                       statements";
                hint: "nothing to do unless a name has a comma: then put it on a line of its own";
                example: "line.csa" => Utf8("V2.2\nN+a,N-b,PI,+,+7776FU,T1\n");
            }
            ServerMessage "C006" "server-message" Info {
                text: "a message of a game server, which is not part of a record; it is kept as text";
                hint: "nothing to do; reduce a log to the record if the messages are unwanted";
                example: "log.csa" => Utf8("V2.2\nPI\n+\n+7776FU\n#RESIGN\n");
            }
            StrayHandMark "C007" "stray-hand-mark" Warning {
                text: "`00`, which means a piece in hand, before a square; the square was used";
                hint: "remove `00` if the piece is on the board, or the square if it is in hand";
                example: "hand.csa" => Utf8("V2.2\nP-0051OU\nP+59OU00KI\n+\n+0052KI\n");
            }
        }
    };
}
