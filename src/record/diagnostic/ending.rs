//! What the declared ending and the moves say about each other.

macro_rules! ending_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            EndingUnknown "E001" "ending-unknown" Warning {
                text: "an unknown word for the ending; it is kept";
                hint: "use one of the usual words: `投了`, `詰み`, `千日手`, `持将棋`, `切れ負け`, `中断`, …";
                example: "ending.kif" => Utf8("   1 ７六歩(77)\n   2 裁定\n");
            }
            WinnerConflict "E002" "winner-conflict" Warning {
                text: "two parts of the record name different winners or endings";
                hint: "correct whichever of the two is wrong";
                example: "winner.kif" => Utf8("   1 ７六歩(77)\n   2 投了\nまで1手で後手の勝ち\n");
            }
            EndingContradicted "E003" "ending-contradicted" Warning {
                text: "the moves contradict the declared ending";
                hint: "check whether moves are missing at the end; statistics go by the moves";
                example: "mate.kif" => Utf8("   1 ７六歩(77)\n   2 詰み\n");
            }
            EndingRefined "E004" "ending-refined" Info {
                text: "the moves verify more than the record declares";
                hint: "nothing to do; both are stored";
                example: "check.csa" => Utf8(
                    "V2.2\nP1 *  *  *  * -OU *  *  *  * \n\
                     P2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \n\
                     P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \n\
                     P6 *  *  *  *  *  *  *  *  * \nP7 *  *  *  *  *  *  *  *  * \n\
                     P8 *  *  *  *  *  *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \n\
                     P+00KI\n+\n+0052KI\n"
                );
            }
            EndingAmbiguous "E005" "ending-ambiguous" Warning {
                text: "a word that its format defines more narrowly than programs use it; the wider \
                       meaning was assumed";
                hint: "nothing to do if the wider meaning is right";
                example: "draw.csa" => Utf8("V2.2\nPI\n+\n+7776FU\n%HIKIWAKE\n");
            }
            ResignationByConvention "E006" "resignation-by-convention" Info {
                text: "a closing line of KI2 names the winner and no reason, which in KI2 stands for a \
                       resignation";
                hint: "nothing to do; if the game ended otherwise, name the reason in the closing line";
                example: "win.ki2" => Utf8("▲７六歩 △３四歩\nまで2手で後手の勝ち\n");
            }
            EndingInBranch "E007" "ending-in-branch" Info {
                text: "only a branch has an ending, the main line has none";
                hint: "nothing to do if the branch is analysis; otherwise the branch may be the game";
                example: "branch.kif" => Utf8(
                    "   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 ８四歩(83)\n   3 投了\n"
                );
            }
        }
    };
}
