//! What is wrong with packed positions. Their examples are bytes: records of psv.

macro_rules! packed_codes {
    ($next:ident $($others:ident)*; $($before:tt)*) => {
        $next! { $($others)*; $($before)*
            BadPackedPosition "D001" "bad-packed-position" Error {
                text: "the bytes of a packed position are those of no position";
                hint: "make the file again; if all records have this, it is of another format or begins in the \
                       middle of a record";
                example: "coded.psv" => Bytes(b"\x58\xff\x51\x22\x0c\xeb\x67\x22\x7e\x96\x53\x22\x1c\xaf\x44\x78\x24\xc2\x2b\x11\x9e\x53\x22\x1c\xeb\x6f\x22\x3e\x96\x51\x22\x0c\x00\x00\x3b\x1e\x01\x00\x00\x00");
            }
            ImpossiblePackedPosition "D002" "impossible-packed-position" Error {
                text: "a packed position breaks the rules of shogi: two pawns on a file, a king that could be taken, too \
                       many pieces of a kind";
                hint: "leave the record out; if there are many, the program that made them is at fault";
                example: "check.psv" => Bytes(b"\x58\x24\x00\x00\x00\x00\xc0\x0f\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x08\x21\x84\x52\x4a\x19\x63\x8c\xc7\xe3\x73\xce\x39\x00\x00\x00\x00\x01\x00\x00\x00");
            }
            BadPackedMove "D003" "bad-packed-move" Error {
                text: "the move of a record is none, or breaks a rule in the record's position";
                hint: "leave the record out; if all records have this, the moves are of the other layout (psv and \
                       hcpe differ)";
                example: "moves.psv" => Bytes(b"\x58\xa4\x51\x22\x0c\xeb\x67\x22\x7e\x96\x53\x22\x1c\xaf\x44\x78\x24\xc2\x2b\x11\x9e\x53\x22\x1c\xeb\x6f\x22\x3e\x96\x51\x22\x0c\x00\x00\x3a\x1e\x01\x00\x00\x00");
            }
            BadPackedResult "D004" "bad-packed-result" Error {
                text: "the result of a record is none of the numbers that its format has";
                hint: "psv has 1, 0 and -1, from the view of the side to move, hcpe 0 for a draw, 1 and 2 for the \
                       winner";
                example: "results.psv" => Bytes(b"\x58\xa4\x51\x22\x0c\xeb\x67\x22\x7e\x96\x53\x22\x1c\xaf\x44\x78\x24\xc2\x2b\x11\x9e\x53\x22\x1c\xeb\x6f\x22\x3e\x96\x51\x22\x0c\x00\x00\x3b\x1e\x01\x00\x05\x00");
            }
            PackedCutOff "D005" "packed-cut-off" Error {
                text: "bytes that make no complete record; what follows them is not read";
                hint: "make the file again, or cut it after the last complete record";
                example: "cut.psv" => Bytes(b"\x58\xa4\x51\x22\x0c\xeb\x67\x22\x7e\x96\x53\x22\x1c\xaf\x44\x78\x24\xc2\x2b\x11\x9e\x53\x22\x1c\xeb\x6f\x22\x3e\x96\x51\x22\x0c\x00\x00\x3b\x1e\x01\x00\x00\x00\x58\xa4\x51");
            }
            FewerPieces "D006" "fewer-pieces" Info {
                text: "a packed position with fewer than forty pieces; the others are written as lying in the box";
                hint: "nothing to do if the program that is to read it knows such positions; kura writes none";
                example: "handicap.psv" => Bytes(b"\x59\xa4\x51\x22\x0c\xab\x44\xfc\x2c\xa7\x44\x38\x5e\x89\xf0\x48\x84\x57\x22\x3c\xa7\x44\x38\x56\x89\xf8\x58\x46\x89\x30\xbc\x7e\x00\x00\x15\x0a\x01\x00\x00\x00");
            }
        }
    };
}
