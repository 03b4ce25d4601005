//! What is wrong with the bytes of a file, before any format is known.

macro_rules! byte_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            EmptyFile "B001" "empty-file" Error {
                text: "the file is empty or has nothing but blanks";
                hint: "look for another copy; this one was probably never written completely";
                example: "empty.kif" => Utf8(" \n");
            }
            BinaryFile "B002" "binary-file" Error {
                text: "the file is binary data, so there is no record in it";
                hint: "leave the file out, or convert it with the program that made it";
                example: "program.kif" => Utf8(
                    "\u{7f}ELF\u{2}\u{1}\u{1}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{3}\u{0}\n"
                );
            }
            UndecodableBytes "B003" "undecodable-bytes" Warning {
                text: "bytes that are not valid in the file's encoding were replaced by `\u{fffd}`";
                hint: "check whether another copy has these characters; moves on other lines are not \
                       affected";
                example: "name.kif" => Cp932("手合割：平手\n   1 ７六歩(77)\n先手：", b"\xff\n");
            }
            EncodingGuessed "B004" "encoding-guessed" Info {
                text: "nothing in the file names its encoding; the one that gives the best text was used";
                hint: "check a name or a comment; if it is garbled, convert the file to UTF-8 yourself";
                example: "name.csa" => Cp932("V2.2\n+\n+7776FU\n'", b"\xb1\xb2\n");
            }
            EncodingMisdeclared "B005" "encoding-misdeclared" Warning {
                text: "the file names an encoding that its bytes do not have; the bytes decide";
                hint: "`kura check --fix` writes a copy in UTF-8 that says so";
                example: "game.kifu" => Cp932("#KIF version=2.0 encoding=UTF-8\n   1 ７六歩(77)\n", b"");
            }
            Mojibake "B006" "mojibake" Warning {
                text: "the text was decoded in the wrong encoding and saved again";
                hint: "`kura check --fix --mojibake` repairs what can be recovered; a copy from before the \
                       damage is better";
                example: "saved.kif" => Utf8("謇句粋蜑ｲ：平\n蜈域焔：x\n");
            }
            Unreadable "B007" "unreadable" Error {
                text: "the file could not be opened or read";
                hint: "the message gives the reason: the path must exist and be readable, an archive must \
                       be complete and without a password";
                example: "games.zip/round3.kif" => Impossible {
                    reason: "it is about a file whose bytes cannot be read",
                    message: "encrypted; unpack it with its password",
                };
            }
            ControlCharacters "B008" "control-characters" Info {
                text: "control characters, which could move a terminal's cursor or change its colours; \
                       they are kept, and shown as visible symbols";
                hint: "remove them with an editor if they are not intended";
                example: "escape.kif" => Utf8("先手：\u{1b}[31m甲\n   1 ７六歩(77)\n");
            }
            Padding "B009" "padding" Warning {
                text: "zero bytes after the end of the text, as an interrupted write leaves them; the text \
                       before them is read";
                hint: "check whether the end of the record is missing; if not, nothing is lost";
                example: "padded.kif" => Utf8("   1 ７六歩(77)\n\u{0}\u{0}\u{0}\u{0}");
            }
            EncodingChanges "B010" "encoding-changes" Warning {
                text: "the file has parts in different encodings, as files have that were put together; each part \
                       is read in its own";
                hint: "check a name or a comment on each side of the place; then save all of it in UTF-8";
                example: "both.kif" => Cp932(
                    "手合割：平手\n先手：甲\n   1 ７六歩(77)\n   2 投了\n\n",
                    b"\xe5\x85\x88\xe6\x89\x8b\xef\xbc\x9a\xe4\xb9\x99\n   1 \xef\xbc\x92\xe5\x85\xad\xe6\xad\xa9(27)\n"
                );
            }
        }
    };
}
