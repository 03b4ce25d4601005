//! What is wrong with a record in JSON (JKF).

macro_rules! json_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            BadJson "J001" "bad-json" Error {
                text: "text that starts as JSON but is not valid JSON, or is nested too deeply";
                hint: "get the file again; it was probably cut off, or is not JSON from the reported place \
                       on";
                example: "cut.jkf" => Utf8(
                    concat!(
                        r#"{"header":{},"moves":[{},"#,
                        "\n",
                        r#"{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},"#,
                        "\n",
                        r#"{"move":{"#,
                        "\n",
                    )
                );
            }
            BadField "J002" "bad-field" Error {
                text: "a part of a JSON record that cannot be understood; the line of moves ends before it";
                hint: "correct the field, or convert the record again with the program that made it";
                example: "square.jkf" => Utf8(
                    concat!(
                        r#"{"header":{},"moves":[{},"#,
                        "\n",
                        r#"{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":60},"piece":"FU"}}]}"#,
                        "\n",
                    )
                );
            }
            IgnoredField "J003" "ignored-field" Warning {
                text: "a field of a JSON record that has the wrong type, is there more than once, or is \
                       not part of JKF; it is ignored, or read as the message says";
                hint: "check whether the field has something of the game; if so, write it as JKF defines \
                       it; otherwise nothing is lost";
                example: "comment.jkf" => Utf8(
                    concat!(
                        r#"{"header":{},"moves":[{},"#,
                        "\n",
                        r#"{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"comments":[3]}]}"#,
                        "\n",
                    )
                );
            }
        }
    };
}
