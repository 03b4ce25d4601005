//! A line of moves as USI writes them, as after `position startpos moves`.

use super::mv::Move;

/// Reads moves separated by white space, one after the other.
///
/// ```
/// use kifukura::rules::shogi::{Move, UsiMoves};
///
/// let moves: Result<Vec<Move>, _> = UsiMoves::new(b"7g7f 3c3d 8h2b+").collect();
/// assert_eq!(moves.map(|moves| moves.len()), Ok(3));
/// let error = UsiMoves::new(b"7g7f 3c3x").find_map(Result::err);
/// assert_eq!(error.map(|error| error.to_string()), Some("not a USI move at byte 5".into()));
/// ```
#[derive(Clone, Debug)]
pub struct UsiMoves<'a> {
    text: &'a [u8],
    rest: &'a [u8],
}

/// A word that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsiMovesError {
    /// Where the word begins, in bytes from 0.
    pub offset: usize,
}

impl std::fmt::Display for UsiMovesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not a USI move at byte {}", self.offset)
    }
}

impl std::error::Error for UsiMovesError {}

impl<'a> UsiMoves<'a> {
    /// Reads the moves of a text that holds nothing else.
    #[must_use]
    pub const fn new(text: &'a [u8]) -> Self {
        Self { text, rest: text }
    }

    /// A word of any length, separated from the next by any white space.
    #[cold]
    fn next_slowly(&mut self) -> Option<Result<Move, UsiMovesError>> {
        self.rest = self.rest.trim_ascii_start();
        if self.rest.is_empty() {
            return None;
        }
        let offset = self.text.len() - self.rest.len();
        let end = self.rest.iter().position(u8::is_ascii_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(Move::from_usi_bytes(word).ok_or(UsiMovesError { offset }))
    }
}

impl Iterator for UsiMoves<'_> {
    type Item = Result<Move, UsiMovesError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        // Nearly every word has four bytes or, with a promotion, five, and one space after it.
        if let Some((word, rest)) = self.rest.split_first_chunk()
            && let Some(mv) = Move::from_usi_word(*word)
        {
            match rest {
                [b' ', rest @ ..] => {
                    self.rest = rest;
                    return Some(Ok(mv));
                }
                [b'+', b' ', rest @ ..] if let Some(mv) = mv.promoting() => {
                    self.rest = rest;
                    return Some(Ok(mv));
                }
                _ => {}
            }
        }
        self.next_slowly()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_white_space_separates_words() {
        let words = |text: &str| {
            let moves: Result<Vec<Move>, _> = UsiMoves::new(text.as_bytes()).collect();
            moves.map(|moves| moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(words(""), Ok(String::new()));
        assert_eq!(words("  \t"), Ok(String::new()));
        assert_eq!(words(" 7g7f\t3c3d  8h2b+ \n P*5e"), Ok("7g7f 3c3d 8h2b+ P*5e".into()));
        assert_eq!(words("7g7f 8h2b+"), Ok("7g7f 8h2b+".into()));
    }

    #[test]
    fn errors_say_where() {
        let error =
            |text: &str| UsiMoves::new(text.as_bytes()).find_map(Result::err).map(|error| error.offset);
        for (text, offset) in [
            ("x", 0),
            ("7g7f 7g7", 5),
            ("7g7f  7g7f++", 6),
            ("7g7f 8h2b+x", 5),
            ("7g7f resign 3c3d", 5),
            ("7g7f 0a1b 3c3d", 5),
            ("7g7f P*5e+ 3c3d", 5),
            ("7g7f ７g7f", 5),
        ] {
            assert_eq!(error(text), Some(offset), "{text}");
        }
    }
}
