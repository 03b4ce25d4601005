//! Board diagrams (BOD), as they stand alone and inside KIF and KI2.

use super::blank::is_blank;
use crate::notation::diagram as drawing;
use crate::notation::kif::{digit, number, piece_character, piece_kind};
use crate::rules::shogi::{Hand, Piece, PieceKind, Setup, Square};
use crate::rules::{ByColor, Color};

/// One rank of a diagram, file 9 first.
pub(in crate::formats) type Rank = [Option<Piece>; 9];

/// The strokes that frame a rank and separate its squares.
const fn is_stroke(char: char) -> bool {
    matches!(char, '|' | '｜' | '│' | '┃' | '║')
}

/// True for a line that is only frame: `+---+`, `┌─┬─┐`, and the line of the files' numbers.
pub(in crate::formats) fn is_frame(line: &str) -> bool {
    let mut digits = 0;
    let frame = line.chars().filter(|char| !is_blank(*char)).all(|char| {
        digits += usize::from(matches!(char, '1'..='9' | '１'..='９'));
        matches!(char, '+' | '-' | '―' | '－' | 'ー' | '＋' | '=' | '\u{2500}'..='\u{257f}' | '0'..='9' | '０'..='９')
    });
    if !frame {
        return false;
    }
    let chars = line.chars().filter(|char| !is_blank(*char)).count();
    // A board of dōbutsu shōgi has three files.
    (digits == 0 || digits == 9) && chars >= 9 || digits == 3 && chars == 3 || is_counting(line)
}

/// True for numbers from one on, or down to one, as they stand above the board of any game.
fn is_counting(line: &str) -> bool {
    let Some(files) = file_numbers(line) else { return false };
    let steps = |first: u32, second: u32| files.windows(2).all(|two| two[0] + first == two[1] + second);
    files.len() >= 4 && (files[0] == 1 && steps(1, 0) || files[files.len() - 1] == 1 && steps(0, 1))
}

/// The numbers of the files from the left; `None` when the line has anything else.
pub(super) fn file_numbers(line: &str) -> Option<Vec<u32>> {
    let line = line.trim_matches(is_blank);
    let arabic = |text: &str| {
        let (value, length) = number(text)?;
        (length == text.len()
            && text.chars().all(|char| char.is_ascii_digit() || ('０'..='９').contains(&char)))
        .then_some(value)
    };
    let files: Option<Vec<u32>> = match line.contains(is_blank) {
        true => line.split(is_blank).filter(|word| !word.is_empty()).map(arabic).collect(),
        false => line.chars().map(|char| arabic(char.encode_utf8(&mut [0; 4]))).collect(),
    };
    files.filter(|files| !files.is_empty())
}

/// The number of a rank that stands beside its squares, on the right or on the left.
pub(super) fn rank_label(line: &str) -> Option<u8> {
    let line = line.trim_matches(is_blank);
    let one = |text: &str| {
        let mut chars = text.trim_matches(is_blank).chars();
        let (first, more) = (chars.next()?, chars.next());
        let letter = || {
            u8::try_from(first).ok().filter(|byte| (b'a'..=b'i').contains(byte)).map(|byte| byte - b'a' + 1)
        };
        digit(first).filter(|value| *value > 0).or_else(letter).filter(|_| more.is_none())
    };
    if let (Some(first), Some(last)) = (line.find(is_stroke), line.rfind(is_stroke)) {
        let behind = &line[last..].trim_start_matches(is_stroke);
        return one(behind).or_else(|| one(&line[..first]));
    }
    line.chars().next_back().and_then(|last| one(last.encode_utf8(&mut [0; 4])))
}

/// True for a line that is like a rank of a diagram, or begins like one.
pub(in crate::formats) fn is_like_rank(line: &str) -> bool {
    let trimmed = line.trim_start_matches(is_blank);
    if trimmed.starts_with(is_stroke) {
        return true;
    }
    // A label on the left.
    let mut chars = trimmed.chars();
    if chars.next().and_then(digit).is_some()
        && chars.as_str().trim_start_matches(is_blank).starts_with(is_stroke)
    {
        return true;
    }
    let usual = |char: char| {
        is_blank(char)
            || is_stroke(char)
            || is_empty_square(char)
            || side_mark(char).is_some()
            || piece_kind(char).is_some()
            || matches!(char, '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九')
    };
    line.chars().all(usual) && (squares_by_chars(line).is_some() || is_rank_of_another_board(trimmed))
}

/// True for a rank without strokes that has not nine squares: pieces and dots, White's marked by a `v`.
fn is_rank_of_another_board(line: &str) -> bool {
    let squares = line.trim_end_matches(|char| is_blank(char) || digit(char).is_some());
    let mut marked = false;
    let all = squares.chars().all(|char| {
        marked |= matches!(char, 'v' | 'V' | 'ｖ' | 'Ｖ');
        is_blank(char) || is_empty_square(char) || side_mark(char).is_some() || piece_kind(char).is_some()
    });
    all && marked && (4..=12).contains(&count_squares(line))
}

/// How many squares a line has at a guess: pieces, of whatever name, and dots.
pub(super) fn count_squares(line: &str) -> usize {
    let line = line.trim_matches(is_blank);
    let inner = match (line.find(is_stroke), line.rfind(is_stroke)) {
        (Some(first), Some(last)) if first < last => &line[first..last],
        _ => line.trim_end_matches(|char| digit(char).is_some()),
    };
    let by_strokes = inner.trim_matches(is_stroke).split(is_stroke).count();
    let is_square = |char: &char| {
        !is_blank(*char) && !is_stroke(*char) && (side_mark(*char).is_none() || matches!(char, '+' | '＋'))
    };
    let by_chars = inner.chars().filter(is_square).count();
    if by_strokes > 1 { by_strokes } else { by_chars }
}

/// Reads a rank; `None` when it has not nine squares.
pub(in crate::formats) fn read_rank(line: &str) -> Option<Rank> {
    let inner = line.trim_start_matches(is_blank);
    let unlabelled = inner.trim_start_matches(|char| is_blank(char) || digit(char).is_some());
    let inner = if unlabelled.starts_with(is_stroke) { unlabelled } else { inner };
    let inner = inner.strip_prefix(is_stroke).unwrap_or(line);
    let framed = inner.rfind(is_stroke).map_or(inner, |end| &inner[..end]);
    squares_by_chars(framed)
        .or_else(|| squares_by_strokes(framed))
        .or_else(|| squares_by_columns(framed))
        .or_else(|| squares_with_blanks(framed))
}

const fn is_empty_square(char: char) -> bool {
    matches!(char, '・' | '･' | '.' | '．' | '·' | '＊' | '*' | '□')
}

/// The side that a mark before a piece means.
const fn side_mark(char: char) -> Option<Color> {
    match char {
        'v' | 'V' | 'ｖ' | 'Ｖ' | '-' | '－' | '↓' | '▽' | '△' | '☖' | '▼' => Some(Color::White),
        '^' | '＾' | '+' | '＋' | '↑' | '▲' | '☗' => Some(Color::Black),
        _ => None,
    }
}

/// Squares by their characters, where every empty square has a dot.
fn squares_by_chars(text: &str) -> Option<Rank> {
    squares_where(text, is_empty_square)
}

/// Squares by their characters, where a wide blank alone is an empty square (`v香　　v玉　　　…`).
fn squares_with_blanks(text: &str) -> Option<Rank> {
    squares_where(text, |char| is_empty_square(char) || char == '\u{3000}')
}

fn squares_where(text: &str, is_empty: impl Fn(char) -> bool) -> Option<Rank> {
    let mut rank = Rank::default();
    let (mut count, mut color) = (0, Color::Black);
    for char in text.chars() {
        if let Some(side) = side_mark(char) {
            color = side;
            continue;
        }
        let square = if is_empty(char) && (count < 9 || !is_blank(char)) {
            None
        } else if let Some(kind) = piece_kind(char) {
            Some(Piece { color, kind })
        } else if is_blank(char) || is_stroke(char) {
            color = Color::Black;
            continue;
        } else if count == 9 {
            break;
        } else {
            return None;
        };
        *rank.get_mut(count)? = square;
        count += 1;
        color = Color::Black;
    }
    (count == 9).then_some(rank)
}

/// Squares between strokes, where an empty square may be blank.
fn squares_by_strokes(text: &str) -> Option<Rank> {
    let mut rank = Rank::default();
    let mut count = 0;
    for part in text.split(is_stroke) {
        *rank.get_mut(count)? = one_square(part)?;
        count += 1;
    }
    (count == 9).then_some(rank)
}

/// Squares by their columns, a mark and a piece each, where an empty square may be blank.
fn squares_by_columns(text: &str) -> Option<Rank> {
    let mut rank = Rank::default();
    let mut chars = text.chars().peekable();
    for square in &mut rank {
        let mut part = String::new();
        part.push(chars.next()?);
        let char = chars.next().unwrap_or('\u{3000}');
        part.push(char);
        if char == ' ' && chars.peek() == Some(&' ') {
            chars.next();
        }
        *square = one_square(&part)?;
    }
    chars.all(|char| is_blank(char) || rank_number(char)).then_some(rank)
}

fn rank_number(char: char) -> bool {
    crate::notation::kif::digit(char).is_some()
}

/// A square with its mark: `v香`, ` 歩`, ` ・`, blanks.
fn one_square(part: &str) -> Option<Option<Piece>> {
    let (mut color, mut piece, mut marked) = (Color::Black, None, false);
    for char in part.chars() {
        if let Some(side) = side_mark(char) {
            if piece.is_some() {
                return None;
            }
            (color, marked) = (side, true);
        } else if let Some(kind) = piece_kind(char) {
            piece = Some(kind);
        } else if !is_blank(char) && !is_empty_square(char) {
            return None;
        }
    }
    // A mark is that of the piece behind it; alone it belongs to the next square.
    if marked && piece.is_none() { None } else { Some(piece.map(|kind| Piece { color, kind })) }
}

/// The pieces in hand after 持駒：. `Err` is the byte where it cannot be understood.
pub(in crate::formats) fn read_hand(text: &str) -> Result<Hand, usize> {
    let inner = text.trim_matches(is_blank).strip_prefix(['(', '（', '[', '［']);
    match inner.and_then(|inner| inner.strip_suffix([')', '）', ']', '］'])) {
        Some(inner) => pieces(inner).map_err(|at| text.find(inner).unwrap_or_default() + at),
        None => pieces(text),
    }
}

fn pieces(text: &str) -> Result<Hand, usize> {
    let mut hand = Hand::default();
    let nothing = ["なし", "無し", "無", "ナシ", "なし。", "-", "－", "―", "ー", "0", "０", ""];
    if nothing.contains(&text.trim_matches(is_blank)) {
        return Ok(hand);
    }
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let at = text.len() - rest.len();
        rest = &rest[char.len_utf8()..];
        if is_blank(char) || matches!(char, '、' | ',' | '，' | '・' | '。' | '枚') {
            continue;
        }
        let kind = piece_kind(char).filter(|kind| PieceKind::HAND.contains(kind)).ok_or(at)?;
        let trimmed =
            rest.trim_start_matches(|char| is_blank(char) || matches!(char, 'x' | 'X' | '×' | 'ｘ'));
        let counted =
            number(rest).map(|found| (rest, found)).or_else(|| number(trimmed).map(|found| (trimmed, found)));
        let count = match counted {
            Some((from, (count, length))) => {
                rest = &from[length..];
                count
            }
            None => 1,
        };
        let total = u32::from(hand.count(kind)) + count;
        hand.set(kind, u8::try_from(total).ok().filter(|total| *total <= 18).ok_or(at)?);
        if u32::from(hand.count(kind)) != total {
            return Err(at);
        }
    }
    Ok(hand)
}

/// A setup from nine ranks and the hands.
pub(in crate::formats) fn setup(ranks: &[Rank; 9], hands: ByColor<Hand>) -> Setup {
    let mut setup = Setup { hands, ..Setup::default() };
    for (rank, squares) in (1..).zip(ranks) {
        for (file, piece) in (1..=9).rev().zip(squares) {
            if let Some(square) = Square::new(file, rank) {
                setup.board[square.index()] = *piece;
            }
        }
    }
    setup
}

/// The diagram of a setup as Kifu for Windows draws it, with both hands and, for White, the turn line.
pub(in crate::formats) fn write(setup: &Setup) -> String {
    let board = drawing::board(9, 9, |column, rank| {
        let piece = Square::new(10 - column, rank).and_then(|square| setup.board[square.index()]);
        drawing::square(piece.map(|piece| (piece.color, piece_character(piece.kind))))
    });
    let hand = |color: Color| {
        let held = setup.hands[color].iter();
        hand_text(held.map(|(kind, count)| drawing::in_hand(piece_character(kind), count)))
    };
    with_hands(&board, ByColor::from_fn(hand), setup.turn)
}

/// A drawn board between the hands, and for White the turn line.
pub(super) fn with_hands(board: &str, hands: ByColor<String>, turn: Color) -> String {
    let turn = if turn == Color::White { "後手番\n" } else { "" };
    format!("後手の持駒：{}\n{board}先手の持駒：{}\n{turn}", hands.white, hands.black)
}

/// What a side has in hand.
pub(super) fn hand_text(pieces: impl Iterator<Item = String>) -> String {
    let text: String = pieces.map(|piece| piece + "　").collect();
    if text.is_empty() { "なし".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sfen(rank: &Rank) -> String {
        rank.iter().map(|square| square.map_or_else(|| ".".to_owned(), |piece| piece.to_string())).collect()
    }

    #[test]
    fn ranks_in_every_spelling() {
        for (line, want) in [
            ("|v香　v銀　v玉　　　　|一", "l.s.k...."),
            ("|v香 桂　v金v玉v金v銀 桂v香|一", "lN.gkgsNl"),
            ("|　　　　　　　　　|五", "........."),
            ("|v香v桂v銀v金v玉v金 ・v桂v香|一", "lnsgkg.nl"),
            ("| ・ ・ ・ ・ ・ ・ 金 ・V玉|一", "......G.k"),
            ("| ・ ・ ・ ・ ・ ・^金 ・V玉|一", "......G.k"),
            ("|-香-桂-銀-金-玉-金 . -桂+香|", "lnsgkg.nL"),
            ("|v香v桂v銀v金v玉v金   v桂v香|一", "lnsgkg.nl"),
            ("|v香v桂v銀v金v玉v金 　v桂v香|一", "lnsgkg.nl"),
            ("│v香│v桂│v銀│v金│v玉│v金│　　│v桂│ 香│一", "lnsgkg.nL"),
            ("┃v香│v桂│v銀│v金│v玉│v金│ ・│v桂│ 香┃一", "lnsgkg.nL"),
            ("v香v桂v銀v金v玉v金 ・v桂v香 一", "lnsgkg.nl"),
            (" 香 桂 銀 金 王 金 銀 桂 香", "LNSGKGSNL"),
            ("| ・ ・ 全 圭 杏 と 竜 馬 ・|二", "..+S+N+L+P+R+B."),
        ] {
            assert!(is_like_rank(line), "{line}");
            assert_eq!(read_rank(line).map(|rank| sfen(&rank)).as_deref(), Some(want), "{line}");
        }
        assert_eq!(read_rank("|v香v桂v銀|"), None);
        assert_eq!(read_rank("|v香v桂v銀v金v玉v金 x v桂v香|"), None);
        assert!(!is_like_rank("先手の手番です"));
    }

    #[test]
    fn frames_are_no_ranks() {
        for line in [
            "+---------------------------+",
            "┌─┬─┬─┬─┬─┬─┬─┬─┬─┐",
            "  ９ ８ ７ ６ ５ ４ ３ ２ １",
            "  9  8  7  6  5  4  3  2  1",
        ] {
            assert!(is_frame(line), "{line}");
        }
        assert!(!is_frame("|v香v桂v銀v金v玉v金 ・v桂v香|一"));
        assert!(!is_frame("   1 ７"));
    }

    #[test]
    fn boards_of_other_games() {
        for line in [
            "  ５ ４ ３ ２ １",
            "5 4 3 2 1",
            "５４３２１",
            "１２ １１ １０ ９ ８ ７ ６ ５ ４ ３ ２ １",
            "１ ２ ３ ４",
            "+----------+",
        ] {
            assert!(is_frame(line), "{line}");
        }
        for line in ["  ５ ４ ３ １", "1 2", "5 7"] {
            assert!(!is_frame(line), "{line}");
        }
        for (line, squares) in [
            ("| ・v角v銀v金v玉|一", 5),
            ("|v飛|v角|　　|v金|v玉|一", 5),
            ("v飛v角v銀v金v玉", 5),
            ("| ・ ・ ・ ・vと・|", 6),
            ("|v香v猛v銀v金v酔v金v銀v猛v香v麒v鳳v香|一", 12),
        ] {
            assert!(is_like_rank(line), "{line}");
            assert_eq!((read_rank(line), count_squares(line)), (None, squares), "{line}");
        }
        for line in ["飛 角 金 銀", "・・・・・", "▲七六歩", "△三四歩"] {
            assert!(!is_like_rank(line), "{line}");
        }
    }

    #[test]
    fn labels_of_ranks_and_files() {
        for (line, want) in [
            ("|v香v桂v銀v金v玉v金v銀v桂v香|一", Some(1)),
            ("|v香v桂v銀v金v玉v金v銀v桂v香| 九 ", Some(9)),
            ("|v香v桂v銀v金v玉v金v銀v桂v香|3", Some(3)),
            ("|v香v桂v銀v金v玉v金v銀v桂v香|d", Some(4)),
            ("|v香v桂v銀v金v玉v金v銀v桂v香|", None),
            ("二|v香v桂v銀v金v玉v金v銀v桂v香|", Some(2)),
            ("v香v桂v銀v金v玉v金v銀v桂v香 一", Some(1)),
            (" 香 桂 銀 金 王 金 銀 桂 香", None),
        ] {
            assert!(is_like_rank(line) && read_rank(line).is_some(), "{line}");
            assert_eq!(rank_label(line), want, "{line}");
        }
        assert_eq!(file_numbers("  ９ ８ ７ ６ ５ ４ ３ ２ １").map(|files| files[0]), Some(9));
        assert_eq!(file_numbers("123456789").map(|files| files[8]), Some(9));
        assert_eq!(file_numbers("+---+"), None);
    }

    #[test]
    fn hands_in_every_spelling() {
        for text in [
            "飛二　金四　歩十八　",
            "飛2 金4 歩18",
            "飛２　金４　歩１８",
            "飛二金四歩十八",
            "飛飛金四 歩 十八",
        ] {
            let hand = read_hand(text).unwrap();
            let counts = [PieceKind::Rook, PieceKind::Gold, PieceKind::Pawn].map(|kind| hand.count(kind));
            assert_eq!(counts, [2, 4, 18], "{text}");
        }
        for text in ["なし", "", "　"] {
            assert!(read_hand(text).unwrap().is_empty(), "{text}");
        }
        assert_eq!(read_hand("飛二x"), Err(6));
        assert_eq!(read_hand("歩九九"), Err(0));
        assert_eq!(read_hand("玉"), Err(0));
    }

    #[test]
    fn a_written_diagram_is_read_again() {
        let text = "lnsgkg1nl/2+S6/9/9/4v4/9/9/9/4K4 w 2RG17P 1".replace('v', "p");
        let setup: Setup = text.parse().unwrap();
        let drawn = write(&setup);
        let ranks: Vec<Rank> =
            drawn.lines().filter(|line| line.starts_with('|')).filter_map(read_rank).collect();
        let hands =
            ByColor { black: read_hand("飛二　金　歩十七　").unwrap(), white: Hand::default() };
        let again = super::setup(&ranks.try_into().unwrap(), hands);
        assert_eq!((again.board, again.hands), (setup.board, setup.hands));
        assert!(drawn.contains("先手の持駒：飛二　金　歩十七　\n後手番\n"));
    }
}
