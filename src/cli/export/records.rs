//! `kura export --to`: stored games as records.

use super::layout::Layout;
use crate::cli::Done;
use crate::cli::game_writer::{GamePath, GameWriter};
use crate::cli::output::{complain, note};
use kifukura::database::Database;
use kifukura::dataset::{GameObject, StoredRecord, each_record};
use kifukura::formats::{Target, Written};
use kifukura::query::{Filter, Listing};
use kifukura::replay::replay;
use kifukura::report::{clean, counted};
use rayon::prelude::*;

/// A game on its way into a file.
struct Ready {
    shown: String,
    /// `None` when the record cannot be played on.
    written: Option<Written>,
    path: GamePath,
}

/// Writes the games of a filter, or the part of them that a listing has, and says how many they are.
pub fn export_records(
    database: &Database,
    filter: &Filter,
    listing: &Listing,
    target: Target,
    layout: &Layout,
    mut writer: GameWriter,
) -> anyhow::Result<(Done, u64)> {
    let games = each_record(database, filter, listing, |all, records| {
        writer.must_hold(all)?;
        let ready: Vec<Ready> =
            records.into_par_iter().map(|stored| make_ready(target, layout, &stored)).collect();
        for Ready { shown, written, path } in ready {
            let Some(written) = written else {
                complain(&format!("error: {}: its start position cannot be played on\n", clean(&shown)));
                continue;
            };
            writer.warn(&shown, &written.losses);
            if !written.text.trim().is_empty() {
                writer.write(&shown, written.text, || path)?;
            }
        }
        Ok::<_, anyhow::Error>(())
    })?;
    let written = writer.finish()?;
    note(&format!("{}\n", counted(written.games, "game")));
    let refused = games - written.games - written.skipped;
    if refused > 0 {
        note(&format!("{} not written\n", counted(refused, "game")));
    }
    Ok((if games == 0 || refused > 0 { Done::WithRemarks } else { Done::Well }, games))
}

fn make_ready(target: Target, layout: &Layout, stored: &StoredRecord) -> Ready {
    let game = replay(&stored.record);
    let written = game.as_ref().ok().map(|game| target.write(&stored.record, game, None));
    let object = GameObject::new(&stored.record, &game);
    Ready { shown: format!("game {}", stored.id), written, path: layout.path(stored, &object) }
}
