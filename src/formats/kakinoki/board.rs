//! The board of a diagram as it is read line by line: its ranks, and the labels of ranks and files, which say from which
//! side it is drawn.

use super::diagram::{self, Rank};
use crate::record::Place;

/// The lines of a diagram.
#[derive(Debug, Default)]
pub(super) struct BoardBuilder {
    ranks: Vec<Rank>,
    labels: Vec<Option<u8>>,
    /// How many squares each line has.
    squares: Vec<usize>,
    /// The files' numbers from the left, where they stand.
    files: Vec<Vec<u32>>,
    place: Place,
    fault: Option<(Place, String)>,
}

/// What the lines of a diagram are.
#[derive(Debug)]
pub(super) enum Board {
    /// There are none.
    None,
    /// Nine ranks, and what is contradictory about their labels.
    Drawn(Box<[Rank; 9]>, Option<(Place, String)>),
    /// The board of another game: its files and ranks, and where it stands.
    OtherSize(usize, usize, Place),
    /// Something else.
    Unreadable(Place, String),
}

impl BoardBuilder {
    /// A rank.
    pub fn rank(&mut self, line: &str, place: Place) {
        if self.ranks.is_empty() {
            self.place = place;
        }
        let read = diagram::read_rank(line);
        let fault = match read {
            Some(_) if self.ranks.len() == 9 => "the diagram has more than nine ranks".to_owned(),
            Some(_) => String::new(),
            None => format!("rank {} of the diagram has not nine squares", self.ranks.len() + 1),
        };
        if !fault.is_empty() && self.fault.is_none() {
            self.fault = Some((place, fault));
        }
        self.ranks.push(read.unwrap_or_default());
        self.labels.push(diagram::rank_label(line));
        self.squares.push(if read.is_some() { 9 } else { diagram::count_squares(line) });
    }

    /// A line of the frame, perhaps with the files' numbers.
    pub fn frame(&mut self, line: &str) {
        if self.files.len() < 2
            && let Some(files) = diagram::file_numbers(line)
        {
            self.files.push(files);
        }
    }

    /// True when no rank has been read.
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// True when there are nine ranks.
    pub fn is_complete(&self) -> bool {
        self.ranks.len() >= 9
    }

    /// The place of the first rank.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The board.
    pub fn finish(mut self) -> Board {
        if self.ranks.is_empty() {
            return Board::None;
        }
        if let [size, rest @ ..] = self.squares.as_slice()
            && (2..=20).contains(size)
            && *size != 9
            && !rest.is_empty()
            && rest.iter().all(|other| other == size)
        {
            return Board::OtherSize(*size, self.squares.len(), self.place);
        }
        if let Some((place, message)) = self.fault {
            return Board::Unreadable(place, message);
        }
        let Ok(mut ranks) = <[Rank; 9]>::try_from(std::mem::take(&mut self.ranks)) else {
            let message = format!("the diagram has {} ranks instead of nine", self.labels.len());
            return Board::Unreadable(self.place, message);
        };
        let conflict = match (self.upside_down(), self.mirrored()) {
            (Some(upside_down), Some(mirrored)) => {
                if upside_down {
                    ranks.reverse();
                }
                if mirrored {
                    ranks.iter_mut().for_each(|rank| rank.reverse());
                }
                None
            }
            (None, _) => {
                Some("the labels of the ranks contradict one another; the ranks were taken as they stand")
            }
            (_, None) => {
                Some("the labels of the files contradict one another; the files were taken as they stand")
            }
        };
        Board::Drawn(Box::new(ranks), conflict.map(|text| (self.place, text.to_owned())))
    }

    /// Whether the labels say that rank 9 stands first; `None` when they contradict one another.
    fn upside_down(&self) -> Option<bool> {
        let labelled = || (1_u8..).zip(&self.labels).filter_map(|(at, label)| Some((at, (*label)?)));
        if labelled().all(|(at, label)| label == at) {
            return Some(false);
        }
        labelled().all(|(at, label)| label == 10 - at).then_some(true)
    }

    /// Whether the numbers say that file 1 stands on the left; `None` when they contradict one another.
    fn mirrored(&self) -> Option<bool> {
        let is = |order: &dyn Fn(u32) -> u32| {
            self.files.iter().all(|files| (1..=9).map(order).eq(files.iter().copied()))
        };
        if is(&|at| 10 - at) {
            return Some(false);
        }
        is(&|at| at).then_some(true)
    }
}
