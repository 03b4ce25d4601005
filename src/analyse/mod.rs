//! Games held against what is known of their positions: by a complete solution where there is one.

mod annotation;

pub use annotation::{Annotation, JudgedMove, KeptResults};
