//! What PGN leaves open.

macro_rules! pgn_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            PromotionOrCheck "P001" "promotion-or-check" Warning {
                text: "a `+` behind a move that may mean promotion or check: programs that write PGN \
                       disagree; it was read as promotion";
                hint: "compare the moves that follow; write `=` behind moves that do not promote, or `=G` \
                       behind those that do";
                example: "plus.pgn" => Utf8(
                    "[Variant \"shogi\"]\n[FEN \"4k4/9/6R2/9/9/9/9/9/4K4[-] w 0 1\"]\n\n1. Re7+ Kd9\n"
                );
            }
            ColoursUnclear "P002" "colours-unclear" Warning {
                text: "the tags name White and Black, and the position is SFEN, which calls the sides by \
                       each other's names";
                hint: "write `[Sente \"…\"]` and `[Gote \"…\"]`, or the position as FEN with the hands in \
                       brackets";
                example: "colours.pgn" => Utf8(
                    "[White \"a\"]\n[Black \"b\"]\n[Variant \"shogi\"]\n\
                     [SFEN \"4k4/9/9/9/9/9/9/9/4K4 b G 1\"]\n\n1. G@e5 1-0\n"
                );
            }
        }
    };
}
