//! Partial positions: some squares, some pieces in hand, some material, and nothing about the rest.

use crate::rules::Color;
use crate::rules::shogi::{Move, PieceKind, Setup, Square};

/// How many contents a square can have: empty, and fourteen kinds of two sides.
const CODES: usize = 29;
const ANY: u32 = (1 << CODES) - 1;

/// The number of a kind among all.
fn number(kind: PieceKind) -> usize {
    PieceKind::ALL.iter().position(|known| *known == kind).unwrap_or(0)
}

fn code(color: Color, kind: PieceKind) -> usize {
    1 + number(kind) + 14 * color.index()
}

/// A word of a pattern that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a condition on a position")]
pub struct PatternError(String);

impl PatternError {
    /// What to write instead, in one line without a full stop.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        "write 7f=P, 5e=., black.hand.B>=1, white.all.R=0 or turn=white"
    }
}

/// How many pieces of a kind a side has, in hand or altogether.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Amount {
    color: Color,
    kind: PieceKind,
    /// In hand only; else on the board as well, promoted ones with their unpromoted kind.
    hand: bool,
    least: u8,
    most: u8,
}

/// A partial position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// For each square the contents that fit, a bit for each code.
    squares: [u32; 81],
    amounts: Vec<Amount>,
    turn: Option<Color>,
}

impl std::str::FromStr for Pattern {
    type Err = PatternError;

    /// Reads words parted by blanks: `7f=P` (a black pawn, in SFEN letters: `p` is White's, `+P` a tokin), `5e=.`
    /// (empty), `5e=*` (any piece), `black.hand.B>=1`, `white.all.R=0` (board and hand, promoted ones too),
    /// `turn=white`.
    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mut pattern = Self { squares: [ANY; 81], amounts: Vec::new(), turn: None };
        for word in text.split_whitespace() {
            pattern.word(word).ok_or_else(|| PatternError(word.to_owned()))?;
        }
        Ok(pattern)
    }
}

impl Pattern {
    fn word(&mut self, word: &str) -> Option<()> {
        let color = |name: &str| Color::ALL.into_iter().find(|color| color.name() == name);
        if let Some(side) = word.strip_prefix("turn=") {
            self.turn = Some(color(side)?);
            return Some(());
        }
        if let Some((side, rest)) = word.split_once('.')
            && let Some(color) = color(side)
        {
            let (place, rest) = rest.split_once('.')?;
            let sign = rest.find(['<', '>', '='])?;
            let kind = kind_named(&rest[..sign]).filter(|kind| !kind.is_promoted())?;
            let count = rest[sign..].trim_start_matches(['<', '>', '=']).parse().ok()?;
            let (least, most) = match rest[sign..].trim_end_matches(|digit: char| digit.is_ascii_digit()) {
                ">=" => (count, u8::MAX),
                "<=" => (0, count),
                "=" => (count, count),
                _ => return None,
            };
            let hand = match place {
                "hand" if kind != PieceKind::King => true,
                "all" => false,
                _ => return None,
            };
            self.amounts.push(Amount { color, kind, hand, least, most });
            return Some(());
        }
        let (square, content) = word.split_once('=')?;
        let [file, rank] = <[u8; 2]>::try_from(square.as_bytes()).ok()?;
        let square = Square::from_usi_bytes(file, rank)?;
        let fits = match content {
            "." => 1,
            "*" => ANY & !1,
            piece => {
                let black = piece.chars().any(|letter| letter.is_ascii_uppercase());
                let color = if black { Color::Black } else { Color::White };
                1 << code(color, kind_named(&piece.to_ascii_uppercase())?)
            }
        };
        self.squares[square.index()] = fits;
        Some(())
    }

    /// The pattern as seen in a mirror: left and right changed.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut other = self.clone();
        for square in Square::all() {
            other.squares[square.mirror().index()] = self.squares[square.index()];
        }
        other
    }

    /// The pattern with Black and White changed, and the board turned.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut other = self.clone();
        const SIDE: u32 = (1 << 14) - 1;
        for square in Square::all() {
            let fits = self.squares[square.index()];
            other.squares[square.flip().index()] =
                fits & 1 | (fits >> 15 & SIDE) << 1 | (fits >> 1 & SIDE) << 15;
        }
        for amount in &mut other.amounts {
            amount.color = !amount.color;
        }
        other.turn = self.turn.map(|turn| !turn);
        other
    }

    /// The first ply after which the pattern stands on the board of a game; `None` when it never does, or when the
    /// bytes are no moves. `moves` are packed as in the database.
    #[must_use]
    pub fn find(&self, start: &PatternStart, moves: &[u8]) -> Option<usize> {
        let mut board = start.0.clone();
        // How many squares do not fit; kept up to date move by move.
        let mismatch = |square: usize, code: u8| i32::from(self.squares[square] >> code & 1 == 0);
        let mut mismatches: i32 =
            board.squares.iter().enumerate().map(|(square, code)| mismatch(square, *code)).sum();
        if mismatches == 0 && self.rest_fits(&board) {
            return Some(0);
        }
        let (pairs, _) = moves.as_chunks::<2>();
        for (ply, pair) in pairs.iter().enumerate() {
            let mv = Move::from_raw(u16::from_le_bytes(*pair))?;
            let to = mv.to().index();
            let before = board.squares[to];
            let after = match mv.from() {
                Some(from) => {
                    let from = from.index();
                    let piece = board.squares[from];
                    mismatches += mismatch(from, 0) - mismatch(from, piece);
                    board.squares[from] = 0;
                    if mv.promotes() { PROMOTED[usize::from(piece)] } else { piece }
                }
                None => {
                    let kind = number(mv.dropped()?);
                    let hand = &mut board.hands[board.turn][kind];
                    *hand = hand.wrapping_sub(1);
                    u8::try_from(1 + kind + 14 * board.turn).ok()?
                }
            };
            if before != 0 {
                let kind = usize::from(UNPROMOTED[usize::from(before)] - 1) % 14;
                board.hands[board.turn][kind] = board.hands[board.turn][kind].wrapping_add(1);
            }
            mismatches += mismatch(to, after) - mismatch(to, before);
            board.squares[to] = after;
            board.turn ^= 1;
            if mismatches == 0 && self.rest_fits(&board) {
                return Some(ply + 1);
            }
        }
        None
    }

    fn rest_fits(&self, board: &Board) -> bool {
        self.turn.is_none_or(|turn| turn.index() == board.turn)
            && self.amounts.iter().all(|amount| {
                let mut count = board.hands[amount.color.index()][number(amount.kind)];
                if !amount.hand {
                    let own = u8::try_from(code(amount.color, amount.kind)).unwrap_or(0);
                    let on_board = board.squares.iter().filter(|code| UNPROMOTED[usize::from(**code)] == own);
                    count = count.saturating_add(u8::try_from(on_board.count()).unwrap_or(u8::MAX));
                }
                (amount.least..=amount.most).contains(&count)
            })
    }
}

fn kind_named(name: &str) -> Option<PieceKind> {
    let (promoted, letter) = match name.strip_prefix('+') {
        Some(letter) => (true, letter),
        None => (false, name),
    };
    let mut letters = letter.chars();
    let kind = PieceKind::from_letter(letters.next()?)?;
    match (letters.next(), promoted) {
        (None, false) => Some(kind),
        (None, true) => kind.promoted(),
        _ => None,
    }
}

/// For each code the one after promotion, and the one before it.
const PROMOTED: [u8; CODES] = [
    0, 9, 10, 11, 12, 5, 13, 14, 8, 9, 10, 11, 12, 13, 14, 23, 24, 25, 26, 19, 27, 28, 22, 23, 24, 25, 26,
    27, 28,
];
const UNPROMOTED: [u8; CODES] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 6, 7, 15, 16, 17, 18, 19, 20, 21, 22, 15, 16, 17, 18, 20, 21];

/// A board without rules: the games were judged when they were stored.
#[derive(Clone, Debug)]
struct Board {
    squares: [u8; 81],
    hands: [[u8; 14]; 2],
    turn: usize,
}

/// A start position, ready to be searched from.
#[derive(Clone, Debug)]
pub struct PatternStart(Board);

impl From<&Setup> for PatternStart {
    fn from(setup: &Setup) -> Self {
        let mut board = Board { squares: [0; 81], hands: [[0; 14]; 2], turn: setup.turn.index() };
        for (square, piece) in setup.pieces() {
            board.squares[square.index()] = u8::try_from(code(piece.color, piece.kind)).unwrap_or(0);
        }
        for color in Color::ALL {
            for (kind, count) in setup.hands[color].iter() {
                board.hands[color.index()][number(kind)] = count;
            }
        }
        Self(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shogi::{Position, UsiMoves};

    fn find(pattern: &str, moves: &str) -> Option<usize> {
        let moves: Vec<Move> = UsiMoves::new(moves.as_bytes()).map(Result::unwrap).collect();
        let start = PatternStart::from(&Setup::startpos());
        pattern.parse::<Pattern>().unwrap().find(&start, &crate::store::pack_moves(&moves))
    }

    #[test]
    fn squares_hands_material_and_turn() {
        let game = "7g7f 3c3d 8h2b+ 3a2b B*4e";
        assert_eq!(find("5i=K 5a=k", game), Some(0));
        assert_eq!(find("7f=P", game), Some(1));
        assert_eq!(find("7g=. 3c=.", game), Some(2));
        assert_eq!(find("2b=+B", game), Some(3));
        assert_eq!(find("2b=s white.hand.B>=1", game), Some(4));
        assert_eq!(find("4e=* black.hand.B=0 black.all.B=1 white.all.B=1", game), Some(5));
        assert_eq!(find("7f=P turn=black", game), Some(2));
        assert_eq!(find("4e=b", game), None);
        assert_eq!(find("black.hand.P>=1", game), None);
        for word in ["7f", "0f=P", "7f=X", "black.hand.K=1", "black.P=1", "7f=+G", "turn=me", "black.all.P>1"]
        {
            assert!(word.parse::<Pattern>().is_err(), "{word}");
        }
    }

    #[test]
    fn mirrors_and_colours() {
        let pattern: Pattern = "7f=P black.hand.B>=1 turn=white".parse().unwrap();
        assert_eq!(pattern.mirrored(), "3f=P black.hand.B>=1 turn=white".parse().unwrap());
        assert_eq!(pattern.swapped(), "3d=p white.hand.B>=1 turn=black".parse().unwrap());
        assert_eq!(pattern.swapped().swapped(), pattern);
        let any: Pattern = "7f=* 7e=.".parse().unwrap();
        assert_eq!(any.swapped(), "3d=* 3e=.".parse().unwrap());
    }

    /// Boards reached move by move are the boards of the rules.
    #[test]
    fn a_whole_position_is_found_where_it_stands() {
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        let mut random = fastrand::Rng::with_seed(1);
        for ply in 1..=200 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.usize(..legal.len())];
            position.play(mv);
            moves.push(mv);
            let word = |square: Square| {
                let piece =
                    position.piece_at(square).map_or_else(|| ".".to_owned(), |piece| piece.to_string());
                format!("{square}={piece}")
            };
            let mut words: Vec<String> = Square::all().map(word).collect();
            for color in Color::ALL {
                for kind in &PieceKind::ALL[..7] {
                    let count = position.hand(color).count(*kind);
                    words.push(format!("{}.hand.{}={count}", color.name(), kind.letter()));
                }
            }
            let pattern: Pattern = words.join(" ").parse().unwrap();
            let start = PatternStart::from(&Setup::startpos());
            let found = pattern.find(&start, &crate::store::pack_moves(&moves)).unwrap();
            assert!(found == ply || ply - found >= 4, "{found} for {ply}");
        }
    }
}
