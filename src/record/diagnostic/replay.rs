//! What replay finds out about moves, branches and clocks.

macro_rules! replay_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            IllegalMove "R001" "illegal-move" Error {
                text: "a move that breaks a rule of shogi; the moves before it are kept as the game, those \
                       after it as text";
                hint: "compare the move and those before it with another copy; a move may be missing";
                example: "pawns.kif" => Utf8("   1 ７六歩(77)\n   2 ３五歩(33)\n");
            }
            ContinuesAfterEnd "R002" "continues-after-end" Warning {
                text: "moves follow although the game was over by rule";
                hint: "check whether the moves after it are analysis; the game counts as ended before them";
                example: "after.usi" => Utf8(
                    "startpos moves 4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a 7g7f\n"
                );
            }
            Pass "R003" "pass" Warning {
                text: "a pass, which shogi does not have; the line of moves ends before it";
                hint: "nothing to do for a lesson or a problem; a game cannot have one";
                example: "pass.kif" => Utf8("   1 ７六歩(77)\n   2 パス\n");
            }
            BranchIllegal "R004" "branch-illegal" Warning {
                text: "a branch has a move that breaks a rule; the branch is kept up to that move";
                hint: "correct the branch, or check whether it follows the right line";
                example: "branch.kif" => Utf8(
                    "   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 ３五歩(33)\n"
                );
            }
            ClockContradicted "R005" "clock-contradicted" Warning {
                text: "a move with a negative time, or a total that is not the sum of the times before it; \
                       both are kept as written";
                hint: "check whether a move is missing or was added; nothing is computed from totals";
                example: "times.kif" => Utf8(
                    "   1 ７六歩(77) ( 0:05/00:00:05)\n   2 ３四歩(33) ( 0:07/00:00:07)\n\
                     \u{20}  3 ２六歩(27) ( 0:02/00:01:05)\n"
                );
            }
        }
    };
}
