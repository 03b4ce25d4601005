//! What is guessed in a record of Shogi Wars.

macro_rules! wars_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            ClockStartGuessed "W001" "clock-start-guessed" Info {
                text: "the record gives the time left on a clock but not the time at the start; the usual \
                       time that fits was assumed";
                hint: "nothing to do, unless the game had another time control";
                example: "wars.txt" => Utf8("+7776FU,L600\t-3334FU,L597\tSENTE_WIN_TORYO\n");
            }
        }
    };
}
