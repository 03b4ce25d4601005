//! What is wrong with a record in KIF or KI2, and with moves written like theirs.

macro_rules! kif_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            NumberMismatch "K001" "number-mismatch" Warning {
                text: "the number of a move's row is not the move's place in the game; the order of the \
                       rows decides";
                hint: "check whether a row is missing; where none can be missing, `kura check --fix` \
                       renumbers the rows";
                example: "numbers.kif" => Utf8("   1 ７六歩(77)\n   3 ３四歩(33)\n");
            }
            UnreadableMove "K002" "unreadable-move" Error {
                text: "a row whose move cannot be understood; the line of moves ends before it";
                hint: "correct the row; everything after it is kept only as text";
                example: "row.kif" => Utf8("   1 ７六歩(77)\n   2 ３四(33)\n");
            }
            SameWithoutMove "K003" "same-without-move" Error {
                text: "`同` (the same square) without a move before it";
                hint: "write the square in place of `同`";
                example: "same.kif" => Utf8("   1 同　歩(77)\n");
            }
            OrphanBranch "K004" "orphan-branch" Error {
                text: "a branch that starts at a ply which no earlier line reaches";
                hint: "correct the number after `変化：`; the branch is kept only as text";
                example: "branch.kif" => Utf8("   1 ７六歩(77)\n   2 投了\n\n変化：50手\n  50 ３四歩(33)\n");
            }
            CountMismatch "K005" "count-mismatch" Warning {
                text: "the closing line gives another number of moves than the record has";
                hint: "check whether a row is missing; where the rows are certain, `kura check --fix` \
                       corrects the count";
                example: "count.kif" => Utf8("   1 ７六歩(77)\n   2 ３四歩(33)\nまで57手で後手の勝ち\n");
            }
            BranchMarkUnused "K006" "branch-mark-unused" Info {
                text: "a `+` announces a branch that the file does not have";
                hint: "nothing to do; the program that wrote the file left the branch out";
                example: "mark.kif" => Utf8("   1 ７六歩(77) ( 0:01/00:00:01)+\n   2 ３四歩(33)\n");
            }
            DestinationWithSame "K007" "destination-with-same" Warning {
                text: "a row has both `同` and a square, and they differ; the square decides";
                hint: "correct whichever of the two is wrong";
                example: "same.kif" => Utf8("   1 ７六歩(77)\n   2 同３四歩(33)\n");
            }
            BranchGuessed "K008" "branch-guessed" Warning {
                text: "the text does not say clearly where a branch begins or which line it leaves: no heading, \
                       a line that stops before the branch's number, or moves that only another line \
                       allows; the numbers of the rows decided";
                hint: "check whether the branch follows the right line; `変化：N手` before its first row, with \
                       the number of that row, says where it begins";
                example: "branch.kif" => Utf8(
                    "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 ８四歩(83)\n\n変化：2手\n\
                     \u{20}  2 ８四歩(83)\n\n変化：4手\n   4 ４四歩(43)\n"
                );
            }
            NoSuchPiece "K012" "no-such-piece" Warning {
                text: "the named piece is not the one on the origin; the origin decides";
                hint: "`kura check --fix` writes the piece that stands on the origin";
                example: "piece.kif" => Utf8("   1 ７六銀(77)\n");
            }
            PromotedNameMeansPromotion "K013" "promoted-name-means-promotion" Warning {
                text: "a promoted piece is named, but the piece on the origin is unpromoted; the name was \
                       read as the promotion";
                hint: "`kura check --fix` writes the piece and `成`";
                example: "horse.kif" => Utf8("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二馬(88)\n");
            }
            UnmarkedDrop "K014" "unmarked-drop" Info {
                text: "a drop that is not marked as one; no piece on the board can make the move";
                hint: "in KIF, `kura check --fix` writes `打`; in KI2 nothing needs to be done";
                example: "drop.kif" => Utf8(
                    "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ５五角\n"
                );
            }
            WordDenied "K015" "word-denied" Warning {
                text: "a word such as `上` or `右` that fits no piece on the board; the move was read as a \
                       drop";
                hint: "write `打`, or compare the move and those before it with another copy";
                example: "drop.ki2" => Utf8("▲７六歩 △３四歩 ▲２二角成 △同銀 ▲５五角上\n");
            }
            AmbiguousMove "K016" "ambiguous-move" Error {
                text: "a move that several pieces can make; the text does not say which";
                hint: "write the origin, such as `(77)`, or `打` for a drop";
                example: "golds.kif" => Utf8("   1 ５八金\n");
            }
            NoSuchMove "K017" "no-such-move" Error {
                text: "a move that no piece can make as it is written";
                hint: "correct the move, or compare those before it with another copy: one may be missing \
                       or wrong";
                example: "silver.ki2" => Utf8("▲７六歩 △３四歩 ▲４六銀\n");
            }
        }
    };
}
