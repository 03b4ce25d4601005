//! What every record format can get wrong.

macro_rules! format_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            UnknownFormat "F001" "unknown-format" Error {
                text: "nothing in the file looks like a known record format";
                hint: "leave the file out, or open it with an editor to see what it is";
                example: "letter.txt" => Utf8("Dear friends, the club meets on Sunday\n");
            }
            NoMoves "F002" "no-moves" Info {
                text: "the record has a position or headers but no move";
                hint: "nothing to do for a problem or a position; otherwise look for a copy with the moves";
                example: "empty.csa" => Utf8("V2.2\nN+a\nPI\n+\n");
            }
            UnreadableLine "F003" "unreadable-line" Warning {
                text: "a line that is not part of the format; its text is kept with the source";
                hint: "put `*` (KIF) or `'` (CSA) in front of a comment; otherwise correct the line";
                example: "notes.kif" => Utf8(
                    "   1 ７六歩(77)\nblack thought for a long time\n   2 ３四歩(33)\n"
                );
            }
            BadStart "F004" "bad-start" Error {
                text: "the start position cannot be understood, so no move can be played on it";
                hint: "correct the position; without it the moves cannot be checked";
                example: "short.usi" => Utf8("position sfen lnsgkgsn/9/9/9/9/9/9/9/9 b - 1 moves 7g7f\n");
            }
            UnknownHandicap "F005" "unknown-handicap" Error {
                text: "the handicap has no known start position, and the record has no diagram";
                hint: "give the position as a diagram with `手合割：その他`";
                example: "handicap.kif" => Utf8("手合割：百枚落ち\n   1 ７六歩(77)\n");
            }
            StartConflict "F006" "start-conflict" Info {
                text: "the name of the handicap and the diagram disagree; the diagram decides";
                hint: "nothing to do if the diagram is right; some programs always write `手合割：平手`";
                example: "problem.kif" => Utf8(
                    "手合割：平手\n後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n\
                     | ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
                     | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
                     | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n\
                     | ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n\
                     先手の持駒：金\n   1 ５二金打\n"
                );
            }
            BadClock "F007" "bad-clock" Warning {
                text: "a time that cannot be read; the move is kept, its time is not";
                hint: "correct or remove the time";
                example: "clock.csa" => Utf8("V2.2\nPI\n+\n+7776FU\nT1x\n");
            }
            BadHeader "F008" "bad-header" Warning {
                text: "a known header with a value that cannot be understood; its text is kept";
                hint: "correct the value; dates are read as `2024/05/01 10:00:00` or `令和6年5月1日`";
                example: "date.csa" => Utf8("V2.2\n$START_TIME:yesterday\nPI\n+\n+7776FU\n");
            }
            TextAfterEnd "F009" "text-after-end" Warning {
                text: "moves or rows after the row that ends the game; they are kept as text";
                hint: "remove the ending if the game went on, or the moves if they are analysis";
                example: "after.csa" => Utf8("V2.2\nPI\n+\n+7776FU\n%TORYO\n-3334FU\n");
            }
            BadTurn "F010" "bad-turn" Warning {
                text: "the record does not say clearly which side moves first";
                hint: "say who moves first: `手番：後手` or `後手番` in KIF, `+` or `-` in CSA";
                example: "turn.kif" => Utf8("手番：甲\n   1 ７六歩(77)\n");
            }
            StartImpossible "F011" "start-impossible" Error {
                text: "the start position breaks the rules of shogi, so no move can be checked on it";
                hint: "correct the position; compare it with the diagram it was taken from";
                example: "kings.usi" => Utf8("position sfen 4k4/9/9/9/9/9/9/9/3KK4 b - 1 moves 5i5h\n");
            }
            HandicapGuessed "F012" "handicap-guessed" Warning {
                text: "programs disagree about the start position of this handicap; the more common one \
                       was used";
                hint: "give the position as a diagram if the other one was played";
                example: "three.kif" => Utf8("手合割：三枚落ち\n   1 ６二銀(71)\n");
            }
            TooManyFindings "F013" "too-many-findings" Info {
                text: "the record has more findings than are listed one by one; the others are left out";
                hint: "correct those that are listed and check again";
                example: "garbage.kif" => Repeated { first: "   1 ７六歩(77)\n", line: "?\n", times: 1001 };
            }
            TooMuch "F014" "too-much" Error {
                text: "the file has more games, headers, comments or branches than are read at once; the \
                       text that follows is not read";
                hint: "split the file between games; in a single game, remove comments or branches";
                example: "branches.kif" => Repeated {
                    first: "   1 ７六歩(77)\n",
                    line: "変化：1手\n",
                    times: 400_000,
                };
            }
            OtherGame "F015" "other-game" Error {
                text: "the record is of another game than shogi and dōbutsu shōgi; none of its moves is \
                       played";
                hint: "leave the file out; if it is of shogi after all, correct the name or the diagram";
                example: "annan.kif" => Utf8("手合割：安南将棋\n   1 ７六歩(77)\n");
            }
            DiagramLabels "F016" "diagram-labels" Warning {
                text: "the labels of a diagram's ranks or files contradict one another, so that its \
                       orientation is not certain";
                hint: "number the ranks from `一` to `九` and the files from `９` to `１`, or leave the labels \
                       out";
                example: "labels.kif" => Utf8(
                    "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
                     | ・ ・ ・ ・ 歩 ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
                     | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
                     | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
                     | ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n先手の持駒：金\n   1 ５二金打\n"
                );
            }
            PastedText "F017" "pasted-text" Info {
                text: "the games were read from inside of a page, Markdown or quoted mail";
                hint: "nothing to do; what stands around the games is kept with the source";
                example: "mail.txt" => Utf8("Look at this:\n> 先手：甲\n>    1 ７六歩(77)\n>    2 投了\n");
            }
        }
    };
}
