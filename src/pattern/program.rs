//! An [`Expression`] made ready to be held against many games.
//!
//! Every condition becomes a row of bits, one for each ply of a game, and everything that joins conditions works on
//! whole rows: `then` shifts and smears one row and intersects it with the next. So a game is played through once,
//! however long a sequence is.

use super::leaf::Leaf;
use super::{Atom, Expression, ExpressionKind, Frame, Gap, SquareSet, Word};
use crate::rules::{Color, Variant};
use std::collections::HashMap;

/// An expression made ready.
#[derive(Debug)]
pub struct Program<W> {
    pub(super) variant: Variant,
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) words: Vec<W>,
    /// Which of the leaves are whole positions.
    pub(super) positions: Vec<usize>,
    /// The sets of squares that `same` compares.
    pub(super) compared: Vec<SquareSet>,
    pub(super) root: NodeId,
}

/// The place of a node in its program; parts come before what they are parts of.
pub(super) type NodeId = usize;

#[derive(Debug)]
pub(super) struct Node {
    pub kind: NodeKind,
    /// It holds a `same` that looks at a step outside of it.
    pub is_relative: bool,
    /// Its matches can have sides.
    pub has_sides: bool,
    /// How much there is to do for it, in plies looked at.
    pub cost: u32,
}

#[derive(Debug)]
pub(super) enum NodeKind {
    Leaf(usize),
    Word(usize),
    Same(usize),
    Not(NodeId),
    And(Vec<NodeId>),
    Or(Vec<NodeId>),
    Then(NodeId, Vec<(Gap, NodeId)>),
    /// What has no side in it has this one.
    Sided(NodeId, Color),
}

impl<W: Word> Program<W> {
    /// Makes an expression about a game's variant ready.
    #[must_use]
    pub fn new(expression: &Expression<W>, variant: Variant) -> Self {
        let program = Self {
            variant,
            nodes: Vec::new(),
            leaves: Vec::new(),
            words: Vec::new(),
            positions: Vec::new(),
            compared: Vec::new(),
            root: 0,
        };
        let mut builder = Builder { program, made: HashMap::new() };
        let root = builder.node(expression, Frame::default());
        let mut program = builder.program;
        program.root = root;
        program.positions =
            (0..program.leaves.len()).filter(|leaf| program.leaves[*leaf].position_key().is_some()).collect();
        program
    }

    /// The index keys of the whole positions that it asks for; `None` for one that cannot be played on.
    pub(crate) fn position_keys(&self) -> impl Iterator<Item = Option<u64>> {
        self.positions.iter().filter_map(|leaf| self.leaves[*leaf].position_key())
    }

    /// Whether it can be answered by the plies at which its positions occur, without the moves.
    pub(crate) fn is_known_by_positions(&self) -> bool {
        let is_known = |leaf: &Leaf| {
            matches!(leaf, Leaf::Ply(..) | Leaf::End) || matches!(leaf.position_key(), Some(Some(_)))
        };
        self.compared.is_empty() && self.leaves.iter().all(is_known)
    }

    /// The words whose truth for a game [`matches`](Self::matches) has to be given.
    #[must_use]
    pub fn words(&self) -> &[W] {
        &self.words
    }

    /// Which game it is about.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Whether matches have sides.
    #[must_use]
    pub fn has_sides(&self) -> bool {
        self.nodes.get(self.root).is_some_and(|root| root.has_sides)
    }

    /// Whether a game can match of which only this is known: whether each word holds, and whether it has each of the
    /// [positions](Self::position_keys), as far as that is known.
    pub(crate) fn can_match(&self, words: &[bool], position: &impl Fn(usize) -> Option<bool>) -> bool {
        self.bounds(self.root, words, position).0
    }

    /// Whether a node can hold, and whether it can fail to.
    fn bounds(
        &self,
        node: NodeId,
        words: &[bool],
        position: &impl Fn(usize) -> Option<bool>,
    ) -> (bool, bool) {
        let of = |node: &NodeId| self.bounds(*node, words, position);
        match &self.nodes[node].kind {
            NodeKind::Leaf(leaf) => {
                let number = self.positions.iter().position(|known| known == leaf);
                (number.and_then(position) != Some(false), true)
            }
            NodeKind::Same(_) => (true, true),
            NodeKind::Word(word) => {
                let holds = words.get(*word).copied().unwrap_or(false);
                (holds, !holds)
            }
            NodeKind::Not(inner) => {
                let (can_hold, can_fail) = of(inner);
                (can_fail, can_hold)
            }
            NodeKind::And(parts) => parts
                .iter()
                .map(of)
                .fold((true, false), |(hold, fail), part| (hold && part.0, fail || part.1)),
            NodeKind::Or(parts) => parts
                .iter()
                .map(of)
                .fold((false, true), |(hold, fail), part| (hold || part.0, fail && part.1)),
            NodeKind::Then(first, rest) => (of(first).0 && rest.iter().all(|(_, step)| of(step).0), true),
            NodeKind::Sided(inner, _) => of(inner),
        }
    }
}

/// Makes a program. What is the same in the same frame is made once.
struct Builder<W> {
    program: Program<W>,
    made: HashMap<(*const Expression<W>, usize), NodeId>,
}

impl<W: Word> Builder<W> {
    fn push(&mut self, kind: NodeKind) -> NodeId {
        let nodes = &self.program.nodes;
        let any = |parts: &[NodeId], test: fn(&Node) -> bool| parts.iter().any(|part| test(&nodes[*part]));
        let cost = |parts: &[NodeId]| parts.iter().map(|part| nodes[*part].cost).sum();
        let node = match &kind {
            NodeKind::Leaf(leaf) => (false, false, self.program.leaves[*leaf].cost()),
            NodeKind::Word(_) => (false, false, 0),
            NodeKind::Same(_) => (true, false, 1),
            NodeKind::Not(inner) => (nodes[*inner].is_relative, false, nodes[*inner].cost),
            NodeKind::And(parts) | NodeKind::Or(parts) => {
                (any(parts, |part| part.is_relative), any(parts, |part| part.has_sides), cost(parts))
            }
            NodeKind::Then(first, rest) => {
                let steps: Vec<NodeId> =
                    std::iter::once(*first).chain(rest.iter().map(|(_, step)| *step)).collect();
                (nodes[*first].is_relative, any(&steps, |part| part.has_sides), cost(&steps))
            }
            NodeKind::Sided(inner, _) => (nodes[*inner].is_relative, true, nodes[*inner].cost),
        };
        let (is_relative, has_sides, cost) = node;
        self.program.nodes.push(Node { kind, is_relative, has_sides, cost });
        self.program.nodes.len() - 1
    }

    /// The node of an expression as a frame sees it.
    fn node(&mut self, expression: &Expression<W>, frame: Frame) -> NodeId {
        let key = (std::ptr::from_ref(expression), frame.index());
        if let Some(node) = self.made.get(&key) {
            return *node;
        }
        let kind = match &expression.kind {
            ExpressionKind::Atom(atom) => self.atom(atom, frame),
            ExpressionKind::Not(inner) => NodeKind::Not(self.node(inner, frame)),
            ExpressionKind::And(parts) => NodeKind::And(self.conjunction(parts, frame)),
            ExpressionKind::Or(parts) => {
                NodeKind::Or(parts.iter().map(|part| self.node(part, frame)).collect())
            }
            ExpressionKind::Then(first, rest) => {
                let first = self.node(first, frame);
                NodeKind::Then(first, rest.iter().map(|(gap, step)| (*gap, self.node(step, frame))).collect())
            }
            ExpressionKind::Mirrored(inner) => {
                let node = self.node(inner, frame.mirror());
                self.made.insert(key, node);
                return node;
            }
            ExpressionKind::Swapped(inner) => self.sided(inner, frame.swap()),
            ExpressionKind::Either(inner) => {
                let sides = [frame, frame.swap()].map(|frame| {
                    let kind = self.sided(inner, frame);
                    self.push(kind)
                });
                NodeKind::Or(sides.to_vec())
            }
        };
        let node = self.push(kind);
        self.made.insert(key, node);
        node
    }

    fn sided(&mut self, inner: &Expression<W>, frame: Frame) -> NodeKind {
        NodeKind::Sided(self.node(inner, frame), frame.color(Color::Black))
    }

    /// The nodes of a conjunction. What asks for pieces on single squares becomes one leaf.
    fn conjunction(&mut self, parts: &[Expression<W>], frame: Frame) -> Vec<NodeId> {
        let mut nodes = Vec::with_capacity(parts.len());
        let mut squares = Vec::new();
        for part in parts {
            match &part.kind {
                ExpressionKind::Atom(Atom::OnSome(set, pieces)) if set.len() == 1 => {
                    squares.push((*set, *pieces));
                }
                ExpressionKind::Atom(Atom::OnEvery(set, pieces)) => squares.push((*set, *pieces)),
                _ => nodes.push(self.node(part, frame)),
            }
        }
        if !squares.is_empty() {
            let variant = self.program.variant;
            let seen =
                squares.iter().map(|(set, pieces)| (frame.squares(*set, variant), frame.pieces(*pieces)));
            let kind = self.leaf(Leaf::every(seen));
            // It has no side, so that its place among the others does not matter.
            let node = self.push(kind);
            nodes.insert(0, node);
        }
        // What is cheap and often fails comes first; what has sides keeps its order, which decides about them.
        let made = &self.program.nodes;
        nodes.sort_by_key(|node| {
            (made[*node].has_sides, if made[*node].has_sides { 0 } else { made[*node].cost })
        });
        nodes
    }

    fn atom(&mut self, atom: &Atom<W>, frame: Frame) -> NodeKind {
        match atom {
            Atom::Word(word) => {
                let word = if frame.swapped { word.swapped() } else { word.clone() };
                NodeKind::Word(place_of(&mut self.program.words, word))
            }
            Atom::Same(squares) => {
                let squares = frame.squares(*squares, self.program.variant);
                NodeKind::Same(place_of(&mut self.program.compared, squares))
            }
            _ => self.leaf(Leaf::new(atom, frame, self.program.variant)),
        }
    }

    fn leaf(&mut self, leaf: Leaf) -> NodeKind {
        NodeKind::Leaf(place_of(&mut self.program.leaves, leaf))
    }
}

/// The place of a value in a list, to which it is added if it is not there.
fn place_of<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}
