//! What a record is, as columns of its object.

use super::GameObject;
use crate::report::{Cell, Field, Kind};
use crate::terms::Category;

impl GameObject {
    /// What it is, and where it begins.
    pub(super) fn kind_fields() -> Vec<Field<Self>> {
        vec![
            Field::new("kind", Kind::Code(Category::GameKind), "what the record is", |row: &Self| {
                row.kind.into()
            }),
            Field::new(
                "placing",
                Kind::Code(Category::Handicap),
                "how the pieces stand at the beginning: `even`, a handicap, `set` for any other position",
                |row: &Self| row.placing.map_or(Cell::Null, |placing| Cell::Code(placing.name())),
            ),
        ]
    }
}
