//! Diagrams for print: a board with its pieces, hands, names and a caption, black on white.

mod pieces;

pub use pieces::PieceStyle;

use super::picture::{Anchor, Ink, Picture, Shape, cut_to, text_width, wrapped};
use crate::notation::animals;
use crate::notation::diagram::in_hand;
use crate::notation::kif::{KifMove, rank_name};
use crate::query::GameSummary;
use crate::replay::Game;
use crate::rules::shogi::{Move, Square};
use crate::rules::{ByColor, Color, PlayablePosition, VariantPosition, dobutsu};
use crate::terms::{Language, counted, statement};
use pieces::{Face, animal_face, face};

/// What is drawn.
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    /// The position.
    pub position: &'a VariantPosition,
    /// The move that led to it, whose squares are marked.
    pub last: Option<Move>,
    /// The players' names.
    pub names: ByColor<Option<&'a str>>,
    /// The lines below the board.
    pub caption: Vec<String>,
    /// What the pieces are drawn with.
    pub pieces: PieceStyle,
}

const MARGIN: f64 = 16.0;

/// The room for a hand beside the board.
const HAND: f64 = 74.0;

/// The room for the names of ranks.
const RANKS: f64 = 24.0;

/// The sizes of words: names, captions, coordinates, pieces in hand.
const NAME: f64 = 17.0;
const CAPTION: f64 = 15.0;
const COORDINATE: f64 = 14.0;
const HELD: f64 = 20.0;

/// A board of any size, in the picture.
struct Board {
    files: u8,
    ranks: u8,
    square: f64,
    left: f64,
    top: f64,
}

impl Board {
    fn width(&self) -> f64 {
        f64::from(self.files) * self.square
    }

    fn right(&self) -> f64 {
        self.left + self.width()
    }

    fn bottom(&self) -> f64 {
        self.top + f64::from(self.ranks) * self.square
    }

    /// The upper left corner of a square, by its column from the left and its rank from the top, both from 0.
    fn corner(&self, (column, rank): (u8, u8)) -> (f64, f64) {
        (self.left + f64::from(column) * self.square, self.top + f64::from(rank) * self.square)
    }

    fn middle(&self, place: (u8, u8)) -> (f64, f64) {
        let (x, y) = self.corner(place);
        (x + self.square / 2.0, y + self.square / 2.0)
    }
}

impl Diagram<'_> {
    /// The diagram as a picture.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let (files, ranks, square) = match self.position {
            VariantPosition::Shogi(_) => (9, 9, 46.0),
            VariantPosition::Dobutsu(_) => (3, 4, 72.0),
        };
        let board = Board { files, ranks, square, left: MARGIN + HAND, top: MARGIN + NAME * 1.5 + 26.0 };
        let width = board.right() + RANKS + HAND + MARGIN;
        let mut picture = Picture::new(width, &self.title(), &format!("SFEN {}", self.position.sfen()));
        picture.is_print = true;
        self.name(&mut picture, Color::White, (board.left, MARGIN + NAME / 2.0));
        self.coordinates(&mut picture, &board);
        self.mark_last(&mut picture, &board);
        lines(&mut picture, &board);
        self.pieces(&mut picture, &board);
        self.hand(&mut picture, Color::White, &board);
        self.hand(&mut picture, Color::Black, &board);
        let mut y = board.bottom() + 12.0;
        self.name(&mut picture, Color::Black, (board.left, y + NAME / 2.0));
        y += NAME * 1.5;
        for line in &self.caption {
            for line in wrapped(line, CAPTION, width - 2.0 * MARGIN, 3) {
                let at = (width / 2.0, y + CAPTION / 2.0 + 2.0);
                picture.text(&line, at, CAPTION, Anchor::Middle, Ink::Text);
                y += CAPTION * 1.35;
            }
        }
        picture.height = (y + MARGIN).ceil();
        picture
    }

    fn title(&self) -> String {
        let name = |color: Color| self.names[color].unwrap_or("?");
        let caption = self.caption.join(" · ");
        let names = format!("☗ {}  ☖ {}", name(Color::Black), name(Color::White));
        if caption.is_empty() { names } else { format!("{names} · {caption}") }
    }

    fn name(&self, picture: &mut Picture, color: Color, at: (f64, f64)) {
        let text = match self.names[color] {
            Some(name) => format!("{} {name}", mark(color)),
            None => mark(color).to_owned(),
        };
        let room = picture.width - MARGIN - at.0;
        picture.text(&cut_to(&text, NAME, room), at, NAME, Anchor::Start, Ink::Text);
    }

    fn coordinates(&self, picture: &mut Picture, board: &Board) {
        let is_shogi = matches!(self.position, VariantPosition::Shogi(_));
        for column in 0..board.files {
            let name =
                if is_shogi { char::from(b'9' - column) } else { char::from(b'A' + column) }.to_string();
            let at = (board.middle((column, 0)).0, board.top - 12.0);
            picture.text(&name, at, COORDINATE, Anchor::Middle, Ink::Text);
        }
        for rank in 0..board.ranks {
            let name = match (is_shogi, self.pieces) {
                (true, PieceStyle::Western) => char::from(b'a' + rank),
                (true, _) => rank_name(rank + 1),
                (false, _) => char::from(b'1' + rank),
            };
            let at = (board.right() + RANKS / 2.0, board.middle((0, rank)).1);
            picture.text(&name.to_string(), at, COORDINATE, Anchor::Middle, Ink::Text);
        }
    }

    /// Where a square stands on the board.
    fn place(&self, square: Square) -> Option<(u8, u8)> {
        match self.position {
            VariantPosition::Shogi(_) => Some((9 - square.file(), square.rank() - 1)),
            VariantPosition::Dobutsu(_) => {
                let square = dobutsu::Square::from_shogi(square)?;
                Some((square.file() - 1, square.rank() - 1))
            }
        }
    }

    /// Shades the square that the last move led to, and puts a dot where it came from.
    fn mark_last(&self, picture: &mut Picture, board: &Board) {
        let Some(last) = self.last else { return };
        if let Some(place) = self.place(last.to()) {
            let (x, y) = board.corner(place);
            let (width, height) = (board.square, board.square);
            picture.shapes.push(Shape::Area { x, y, width, height, ink: Ink::Grid, tip: None });
        }
        if let Some(place) = last.from().and_then(|from| self.place(from)) {
            let (x, y) = board.middle(place);
            picture.shapes.push(Shape::Disc { x, y, radius: 4.0, ink: Ink::Muted, tip: None });
        }
    }

    fn pieces(&self, picture: &mut Picture, board: &Board) {
        for rank in 0..board.ranks {
            for column in 0..board.files {
                if let Some((face, color)) = self.face_at((column, rank)) {
                    piece(picture, &face, color, board.middle((column, rank)), board.square);
                }
            }
        }
    }

    /// The piece on a square.
    fn face_at(&self, (column, rank): (u8, u8)) -> Option<(Face, Color)> {
        match self.position {
            VariantPosition::Shogi(position) => {
                let piece = position.piece_at(Square::new(9 - column, rank + 1)?)?;
                Some((face(piece.kind, piece.color, self.pieces), piece.color))
            }
            VariantPosition::Dobutsu(position) => {
                let piece = position.piece_at(dobutsu::Square::new(column + 1, rank + 1)?)?;
                Some((animal_face(piece.kind, self.pieces), piece.color))
            }
        }
    }

    /// The pieces in hand, from top to bottom: White's beside the upper left corner, Black's beside the lower right one.
    fn hand(&self, picture: &mut Picture, color: Color, board: &Board) {
        let held = |face: Face, count: u8| {
            let name = face.texts.concat();
            match (self.pieces, count) {
                (PieceStyle::Western, 2..) => format!("{name} ×{count}"),
                (PieceStyle::Kanji, _) => in_hand(&name.chars().take(1).collect::<String>(), count),
                _ => in_hand(&name, count),
            }
        };
        let mut texts: Vec<String> = match self.position {
            VariantPosition::Shogi(position) => {
                let hand = position.hand(color).iter();
                hand.map(|(kind, count)| held(face(kind, color, self.pieces), count)).collect()
            }
            VariantPosition::Dobutsu(position) => {
                let hand = position.hand(color).iter();
                hand.map(|(kind, count)| held(animal_face(kind, self.pieces), count)).collect()
            }
        };
        if texts.is_empty() {
            texts.push(if self.pieces == PieceStyle::Western { "–" } else { "なし" }.to_owned());
        }
        texts.insert(0, mark(color).to_owned());
        let line = HELD * 1.3;
        let (x, mut y) = match color {
            Color::White => (MARGIN + (HAND - 12.0) / 2.0, board.top + line / 2.0),
            Color::Black => {
                #[expect(clippy::cast_precision_loss, reason = "a hand has few kinds")]
                let lines = texts.len() as f64;
                (board.right() + RANKS + 12.0 + (HAND - 12.0) / 2.0, board.bottom() - (lines - 0.5) * line)
            }
        };
        for text in texts {
            let size = HELD.min(HELD * (HAND - 10.0) / text_width(&text, HELD));
            picture.text(&text, (x, y), size, Anchor::Middle, Ink::Text);
            y += line;
        }
    }
}

/// What stands below the diagram of a game after a ply: event and day, and the move that was played last.
#[must_use]
pub fn diagram_caption(
    summary: &GameSummary,
    game: &Game,
    ply: usize,
    pieces: PieceStyle,
    language: Language,
) -> Vec<String> {
    let date = summary.date.map(|date| date.to_string());
    let head: Vec<&str> = [summary.event.as_deref(), date.as_deref()].into_iter().flatten().collect();
    let mut position = game.start.clone();
    let mut previous = None;
    for mv in game.moves().iter().take(ply.saturating_sub(1)) {
        position.play(*mv);
        previous = Some(mv.to());
    }
    let last = match ply.checked_sub(1).and_then(|index| game.moves().get(index)) {
        None => statement("start_position", &[], language),
        Some(mv) => {
            let text = match &position {
                _ if pieces == PieceStyle::Western => position.variant().move_text(*mv),
                VariantPosition::Shogi(board) => KifMove::new(*mv, board, previous).to_string(),
                VariantPosition::Dobutsu(board) => animals::say(board, *mv, previous),
            };
            let text = format!("{}{text}", mark(position.turn()));
            let number = ply.to_string();
            let plies = counted("ply", ply as u64, &number, language);
            statement("diagram_after", &[("plies", &plies), ("move", &text)], language)
        }
    };
    [head.join(" · "), last].into_iter().filter(|line| !line.is_empty()).collect()
}

const fn mark(color: Color) -> &'static str {
    match color {
        Color::Black => "☗",
        Color::White => "☖",
    }
}

/// The lines of the board, and the points that divide it.
fn lines(picture: &mut Picture, board: &Board) {
    let width = |at: u8, last: u8| if at == 0 || at == last { 2.0 } else { 1.0 };
    for column in 0..=board.files {
        let x = board.corner((column, 0)).0;
        picture.line((x, board.top - 1.0), (x, board.bottom() + 1.0), Ink::Text, width(column, board.files));
    }
    for rank in 0..=board.ranks {
        let y = board.corner((0, rank)).1;
        picture.line((board.left - 1.0, y), (board.right() + 1.0, y), Ink::Text, width(rank, board.ranks));
    }
    if board.files == 9 {
        for (column, rank) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
            let (x, y) = board.corner((column, rank));
            picture.shapes.push(Shape::Disc { x, y, radius: 3.0, ink: Ink::Text, tip: None });
        }
    }
}

/// The outline of a piece that points upwards, in shares of a square around its middle.
const OUTLINE: [(f64, f64); 5] = [(0.0, -0.44), (0.3, -0.32), (0.38, 0.42), (-0.38, 0.42), (-0.3, -0.32)];

/// Draws a piece, White's upside down.
fn piece(picture: &mut Picture, face: &Face, color: Color, (x, y): (f64, f64), square: f64) {
    let turn = if color == Color::White { -1.0 } else { 1.0 };
    if face.is_outlined {
        let points =
            OUTLINE.iter().map(|(dx, dy)| (x + turn * dx * square, y + turn * dy * square)).collect();
        picture.shapes.push(Shape::Polygon { points, ink: Ink::Ground, opacity: 1.0, edge: 1.2 });
    }
    let (size, step) = match face.texts.len() {
        1 if face.is_outlined && face.texts[0].chars().count() > 1 => (square * 0.42, 0.0),
        1 if face.is_outlined => (square * 0.5, 0.0),
        1 => (square * 0.8, 0.0),
        _ => (square * 0.46, square * 0.47),
    };
    let down = if face.is_outlined { square * 0.05 } else { 0.0 };
    #[expect(clippy::cast_precision_loss, reason = "a piece has one or two characters")]
    for (index, text) in face.texts.iter().enumerate() {
        let offset = (index as f64 - (face.texts.len() - 1) as f64 / 2.0) * step + down;
        let at = (x, y + turn * offset);
        if color == Color::White {
            picture.turned_text(text, at, size);
        } else {
            picture.text(text, at, size, Anchor::Middle, Ink::Text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Theme;
    use crate::rules::shogi;

    fn diagram(position: &VariantPosition, pieces: PieceStyle) -> Picture {
        let names =
            ByColor::from_fn(|color| Some(if color == Color::Black { "甲<野>" } else { "Tom & Co" }));
        Diagram { position, last: None, names, caption: vec!["第1図".to_owned()], pieces }.picture()
    }

    fn shogi(sfen: &str) -> VariantPosition {
        VariantPosition::Shogi(shogi::Position::try_from(sfen.parse::<shogi::Setup>().unwrap()).unwrap())
    }

    #[test]
    fn every_piece_stands_on_its_square_and_no_word_over_another() {
        let middle_game = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
        let all_in_hand = "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1";
        for style in PieceStyle::ALL.map(|(style, _)| style) {
            for sfen in [middle_game, all_in_hand] {
                assert_eq!(diagram(&shogi(sfen), style).faults(), Vec::<String>::new(), "{style:?}");
            }
            let start = VariantPosition::Dobutsu(dobutsu::Position::startpos());
            assert_eq!(diagram(&start, style).faults(), Vec::<String>::new(), "{style:?}");
        }
    }

    #[test]
    fn whites_pieces_are_turned_and_names_are_text() {
        let svg = diagram(&shogi("9/4k4/9/9/9/9/9/4K4/9 b - 1"), PieceStyle::OneKanji).svg(Theme::Dark);
        assert_eq!(svg.matches("rotate(180").count(), 1);
        assert_eq!(svg.matches(">玉<").count(), 2);
        assert!(svg.contains("甲&lt;野&gt;") && svg.contains("Tom &amp; Co") && !svg.contains("<野>"));
        assert!(svg.contains(".p-ground{fill:#ffffff}"), "a diagram is for print: {svg}");
    }
}
