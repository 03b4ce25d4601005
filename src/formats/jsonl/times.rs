//! The totals of clocks: most are the sums of the times spent, and then only that is said.

use crate::record::Clock;
use serde::{Deserialize, Serialize};

/// The totals of some moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Totals {
    /// Each is the sum of what its side has spent.
    Sums(bool),
    /// In milliseconds.
    Each(Vec<Option<i32>>),
}

impl Totals {
    /// Those of some clocks; `None` when there are none.
    pub fn of(clocks: &[Clock]) -> Option<Self> {
        if clocks.iter().all(|clock| clock.total.is_none()) {
            return None;
        }
        let sums = sums(clocks);
        let are_sums = clocks.iter().zip(sums).all(|(clock, sum)| clock.total == sum);
        Some(if are_sums {
            Self::Sums(true)
        } else {
            Self::Each(clocks.iter().map(|clock| clock.total).collect())
        })
    }

    /// Adds them to clocks that have the times spent.
    pub fn add(self, clocks: &mut [Clock]) {
        let totals = match self {
            Self::Sums(true) => sums(clocks),
            Self::Sums(false) => return,
            Self::Each(totals) => totals,
        };
        for (clock, total) in clocks.iter_mut().zip(totals) {
            clock.total = total;
        }
    }
}

/// For each move the time that its side has spent so far; `None` from the first move of that side without a time.
fn sums(clocks: &[Clock]) -> Vec<Option<i32>> {
    let mut sides = [Some(0_i32); 2];
    let mut sums = Vec::with_capacity(clocks.len());
    for (index, clock) in clocks.iter().enumerate() {
        let side = &mut sides[index % 2];
        *side = side.zip(clock.spent).and_then(|(sum, spent)| sum.checked_add(spent));
        sums.push(*side);
    }
    sums
}

/// The times spent, if there are any.
pub(super) fn spent(clocks: &[Clock]) -> Vec<Option<i32>> {
    match clocks.iter().any(|clock| clock.spent.is_some()) {
        true => clocks.iter().map(|clock| clock.spent).collect(),
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::Totals;
    use crate::record::Clock;

    #[test]
    fn totals_come_back() {
        let clock = |spent, total| Clock { spent, total };
        for (clocks, json) in [
            (
                vec![clock(Some(1000), Some(1000)), clock(Some(5), Some(5)), clock(Some(500), Some(1500))],
                "true",
            ),
            (vec![clock(Some(1000), Some(2000)), clock(None, None)], "[2000,null]"),
            (vec![clock(Some(1000), None)], "null"),
            (vec![], "null"),
        ] {
            let totals = Totals::of(&clocks);
            assert_eq!(serde_json::to_string(&totals).unwrap(), json);
            let mut again: Vec<_> = clocks.iter().map(|clock| Clock { total: None, ..*clock }).collect();
            if let Some(totals) = serde_json::from_str::<Option<Totals>>(json).unwrap() {
                totals.add(&mut again);
            }
            assert_eq!(again, clocks);
        }
    }
}
