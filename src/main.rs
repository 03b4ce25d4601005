//! The `kura` command.

fn main() {}
