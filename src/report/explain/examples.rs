//! A short file for every code.

use crate::record::Code;

/// Code, name of the file, text.
pub(super) const EXAMPLES: &[(Code, &str, &str)] = &[
    (Code::EmptyFile, "empty.kif", " \n"),
    (Code::BinaryFile, "program.kif", "\u{7f}ELF\u{2}\u{1}\u{1}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{3}\u{0}\n"),
    (Code::UndecodableBytes, "name.kif", "手合割：平手\n   1 ７六歩(77)\n先手："),
    (Code::EncodingGuessed, "name.csa", "V2.2\n+\n+7776FU\n'"),
    (Code::EncodingMisdeclared, "game.kifu", "#KIF version=2.0 encoding=UTF-8\n   1 ７六歩(77)\n"),
    (Code::Mojibake, "saved.kif", "謇句粋蜑ｲ：平\n蜈域焔：x\n"),
    (Code::ControlCharacters, "escape.kif", "先手：\u{1b}[31m甲\n   1 ７六歩(77)\n"),
    (Code::Padding, "padded.kif", "   1 ７六歩(77)\n\u{0}\u{0}\u{0}\u{0}"),
    (Code::UnknownFormat, "letter.txt", "Dear friends, the club meets on Sunday\n"),
    (Code::NoMoves, "empty.csa", "V2.2\nN+a\nPI\n+\n"),
    (Code::UnreadableLine, "notes.kif", "   1 ７六歩(77)\nblack thought for a long time\n   2 ３四歩(33)\n"),
    (Code::BadStart, "short.usi", "position sfen lnsgkgsn/9/9/9/9/9/9/9/9 b - 1 moves 7g7f\n"),
    (Code::UnknownHandicap, "handicap.kif", "手合割：百枚落ち\n   1 ７六歩(77)\n"),
    (
        Code::StartConflict,
        "problem.kif",
        "手合割：平手\n後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
         | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
         | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
         | ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n先手の持駒：金\n   1 ５二金打\n",
    ),
    (Code::BadClock, "clock.csa", "V2.2\nPI\n+\n+7776FU\nT1x\n"),
    (Code::BadHeader, "date.csa", "V2.2\n$START_TIME:yesterday\nPI\n+\n+7776FU\n"),
    (Code::TextAfterEnd, "after.csa", "V2.2\nPI\n+\n+7776FU\n%TORYO\n-3334FU\n"),
    (Code::BadTurn, "turn.kif", "手番：甲\n   1 ７六歩(77)\n"),
    (Code::StartImpossible, "kings.usi", "position sfen 4k4/9/9/9/9/9/9/9/3KK4 b - 1 moves 5i5h\n"),
    (Code::HandicapGuessed, "three.kif", "手合割：三枚落ち\n   1 ６二銀(71)\n"),
    (Code::TooManyFindings, "garbage.kif", ""),
    (Code::TooMuch, "games.usi", ""),
    (Code::NumberMismatch, "numbers.kif", "   1 ７六歩(77)\n   3 ３四歩(33)\n"),
    (Code::UnreadableMove, "row.kif", "   1 ７六歩(77)\n   2 ３四(33)\n"),
    (Code::SameWithoutMove, "same.kif", "   1 同　歩(77)\n"),
    (Code::OrphanBranch, "branch.kif", "   1 ７六歩(77)\n   2 投了\n\n変化：50手\n  50 ３四歩(33)\n"),
    (Code::CountMismatch, "count.kif", "   1 ７六歩(77)\n   2 ３四歩(33)\nまで57手で後手の勝ち\n"),
    (Code::BranchMarkUnused, "mark.kif", "   1 ７六歩(77) ( 0:01/00:00:01)+\n   2 ３四歩(33)\n"),
    (Code::DestinationWithSame, "same.kif", "   1 ７六歩(77)\n   2 同３四歩(33)\n"),
    (
        Code::BranchGuessed,
        "branch.kif",
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 ８四歩(83)\n\n変化：2手\n   2 ８四歩(83)\n\n変化：4手\n   4 ４四歩(43)\n",
    ),
    (Code::NoSuchPiece, "piece.kif", "   1 ７六銀(77)\n"),
    (Code::PromotedNameMeansPromotion, "horse.kif", "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二馬(88)\n"),
    (
        Code::UnmarkedDrop,
        "drop.kif",
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ５五角\n",
    ),
    (Code::WordDenied, "drop.ki2", "▲７六歩 △３四歩 ▲２二角成 △同銀 ▲５五角上\n"),
    (Code::AmbiguousMove, "golds.kif", "   1 ５八金\n"),
    (Code::NoSuchMove, "silver.ki2", "▲７六歩 △３四歩 ▲４六銀\n"),
    (Code::BadStatement, "move.csa", "V2.2\nPI\n+\n+7776FU\n-33X4FU\n"),
    (Code::PieceMismatch, "piece.csa", "V2.2\nPI\n+\n+7776GI\n"),
    (Code::TurnMissing, "turn.csa", "V2.2\nPI\n+7776FU\n"),
    (Code::WrongSign, "sign.csa", "V2.2\nPI\n+\n+7776FU\n+3334FU\n"),
    (Code::OneLine, "line.csa", "V2.2\nN+a,N-b,PI,+,+7776FU,T1\n"),
    (Code::ServerMessage, "log.csa", "V2.2\nPI\n+\n+7776FU\n#RESIGN\n"),
    (Code::StrayHandMark, "hand.csa", "V2.2\nP-0051OU\nP+59OU00KI\n+\n+0052KI\n"),
    (Code::BadToken, "word.usi", "startpos moves 7g7f oops 3c3d\n"),
    (
        Code::BookRows,
        "book.db",
        "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f 3c3d 0 32 1\n",
    ),
    (
        Code::EngineMessages,
        "engine.log",
        "usi\nusiok\nposition startpos moves 7g7f\ngo\nposition startpos moves 7g7f 3c3d\n",
    ),
    (Code::UnplayedAnswer, "engine.log", "position startpos moves 7g7f\ngo\nbestmove 3c3d\n"),
    (Code::IllegalMove, "pawns.kif", "   1 ７六歩(77)\n   2 ３五歩(33)\n"),
    (
        Code::ContinuesAfterEnd,
        "after.usi",
        "startpos moves 4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a 7g7f\n",
    ),
    (Code::Pass, "pass.kif", "   1 ７六歩(77)\n   2 パス\n"),
    (Code::BranchIllegal, "branch.kif", "   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：2手\n   2 ３五歩(33)\n"),
    (
        Code::ClockContradicted,
        "times.kif",
        "   1 ７六歩(77) ( 0:05/00:00:05)\n   2 ３四歩(33) ( 0:07/00:00:07)\n   3 ２六歩(27) ( 0:02/00:01:05)\n",
    ),
    (Code::EndingUnknown, "ending.kif", "   1 ７六歩(77)\n   2 裁定\n"),
    (Code::WinnerConflict, "winner.kif", "   1 ７六歩(77)\n   2 投了\nまで1手で後手の勝ち\n"),
    (Code::EndingContradicted, "mate.kif", "   1 ７六歩(77)\n   2 詰み\n"),
    (
        Code::EndingRefined,
        "check.csa",
        "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \n\
         P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n\
         P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00KI\n+\n\
         +0052KI\n",
    ),
    (Code::EndingAmbiguous, "draw.csa", "V2.2\nPI\n+\n+7776FU\n%HIKIWAKE\n"),
    (
        Code::BadJson,
        "cut.jkf",
        "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}},\n{\"move\":{\n",
    ),
    (
        Code::BadField,
        "square.jkf",
        "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":60},\"piece\":\"FU\"}}]}\n",
    ),
    (
        Code::IgnoredField,
        "comment.jkf",
        "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"},\"comments\":[3]}]}\n",
    ),
    (Code::ClockStartGuessed, "wars.txt", "+7776FU,L600\t-3334FU,L597\tSENTE_WIN_TORYO\n"),
];
