//! Which branch leaves which line, in the order in which KIF writes them.

use crate::record::Record;

/// The branches of a record by the line that they leave.
#[derive(Debug)]
pub(super) struct Branches {
    /// For each line its branches: from the end of the line to its beginning, and in the record's order at one ply.
    children: Vec<Vec<usize>>,
    /// For each line its parent.
    parents: Vec<usize>,
    /// For each line the plies before its first.
    afters: Vec<usize>,
}

impl Branches {
    /// The tree of a record. A branch that leaves its parent before the parent's own first ply belongs to the line
    /// above, as KIF understands it.
    pub fn new(record: &Record) -> Self {
        let afters: Vec<_> = record.lines.iter().map(|line| line.after).collect();
        let mut parents = vec![0; record.lines.len()];
        let mut children = vec![Vec::new(); record.lines.len()];
        for index in 1..record.lines.len() {
            let mut parent = record.lines[index].parent.filter(|parent| *parent < index).unwrap_or(0);
            while parent > 0 && afters[parent] >= afters[index] {
                parent = parents[parent];
            }
            parents[index] = parent;
            children[parent].push(index);
        }
        for siblings in &mut children {
            siblings.sort_by_key(|child| std::cmp::Reverse(afters[*child]));
        }
        Self { children, parents, afters }
    }

    /// The branches of a line in the order in which they are written.
    pub fn children(&self, line: usize) -> &[usize] {
        &self.children[line]
    }

    /// True when a branch of the line begins with the ply of this number.
    pub fn has_branch_at(&self, line: usize, number: usize) -> bool {
        let children = &self.children[line];
        let first = children.partition_point(|child| self.afters[*child] + 1 > number);
        children.get(first).is_some_and(|child| self.afters[*child] + 1 == number)
    }

    /// True when another branch at the same ply is written after this one.
    pub fn has_later_sibling(&self, line: usize) -> bool {
        let siblings = &self.children[self.parents[line]];
        let after = self.afters[line];
        let same = siblings.partition_point(|child| self.afters[*child] >= after);
        line > 0 && siblings[..same].last().is_some_and(|last| *last != line)
    }

    /// The line that a branch leaves.
    pub fn parent(&self, line: usize) -> usize {
        self.parents[line]
    }
}

#[cfg(test)]
mod tests {
    use super::Branches;
    use crate::record::{Line, Record};

    #[test]
    fn branches_from_the_end_to_the_beginning() {
        let branch = |parent, after| Line { parent: Some(parent), after, ..Line::default() };
        let lines = vec![
            Line::default(),
            branch(0, 2),
            branch(0, 7),
            branch(2, 8),
            branch(0, 7),
            branch(2, 7),
            branch(0, 0),
        ];
        let tree = Branches::new(&Record { lines, ..Record::default() });
        assert_eq!(tree.children(0), [2, 4, 5, 1, 6]);
        assert_eq!(tree.children(2), [3]);
        assert_eq!([8, 3, 1, 9].map(|number| tree.has_branch_at(0, number)), [true, true, true, false]);
        assert_eq!(
            [2, 4, 5, 1, 0].map(|line| tree.has_later_sibling(line)),
            [true, true, false, false, false]
        );
    }
}
