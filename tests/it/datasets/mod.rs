//! Datasets: what is written, what is proved about it, what is refused.

mod building;
mod page;
mod parts;
mod plans;
mod proofs;
mod python;
mod support;
