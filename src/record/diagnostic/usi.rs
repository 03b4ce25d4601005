//! What is wrong with moves in USI, PSN or a list of dōbutsu shōgi.

macro_rules! usi_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            BadToken "U001" "bad-token" Error {
                text: "a word among the moves that is not a move; the line of moves ends before it";
                hint: "correct the word; the moves after it are not read";
                example: "word.usi" => Utf8("startpos moves 7g7f oops 3c3d\n");
            }
            BookRows "U002" "book-rows" Info {
                text: "rows of an opening book, which are not moves of a game; they are kept as comments \
                       on their position";
                hint: "nothing to do; an opening book has no games";
                example: "book.db" => Utf8(
                    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
                     7g7f 3c3d 0 32 1\n"
                );
            }
            EngineMessages "U003" "engine-messages" Info {
                text: "lines of the protocol between an engine and its user interface, which are not part \
                       of a game";
                hint: "nothing to do; the games are taken from the `position` lines";
                example: "engine.log" => Utf8(
                    "usi\nusiok\nposition startpos moves 7g7f\ngo\nposition startpos moves 7g7f 3c3d\n"
                );
            }
            UnplayedAnswer "U004" "unplayed-answer" Info {
                text: "the engine answered with a move that no later line shows as played; the game ends \
                       before it";
                hint: "nothing to do, or add the move to the last `position` line if it was played";
                example: "engine.log" => Utf8("position startpos moves 7g7f\ngo\nbestmove 3c3d\n");
            }
            RanksGuessed "U005" "ranks-guessed" Info {
                text: "moves of dōbutsu shōgi that are possible with ranks counted from the top and from \
                       the bottom; the top was assumed";
                hint: "check the first moves; a move of a piece on the board, or a position in another \
                       notation, shows the direction";
                example: "drop.txt" => Utf8("l2/3/3/2L b 2G2E2C 1 moves C*b3\n");
            }
        }
    };
}
