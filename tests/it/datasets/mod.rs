//! Datasets: what is written, what is proved about it, what is refused.

mod page;
