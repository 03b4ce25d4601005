//! The filter options, the same for every command.

use super::output::note;
use clap::Args;
use clap::builder::PossibleValuesParser;
use kifukura::query::{Filter, Winner, count_games};
use kifukura::record::Ending;
use kifukura::replay::Agreement;
use kifukura::report::counted;
use kifukura::rules::{Color, Variant};
use rusqlite::Connection;

/// Which games.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Which games")]
pub struct FilterArgs {
    /// The game: shogi or dobutsu; where only one can be shown, shogi when not given
    #[arg(long, value_parser = names(Variant::ALL.map(Variant::name)), hide_possible_values = true)]
    variant: Option<String>,
    /// A part of a player's name, in any spelling; all names of a person are meant (see `kura players`)
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// The side that --player has
    #[arg(long, value_parser = ["black", "white"], requires = "player")]
    color: Option<String>,
    /// A part of the other player's name
    #[arg(long, value_name = "NAME", requires = "player")]
    opponent: Option<String>,
    /// A part of the event's name, in any spelling
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// From this day on: 2024, 2024-05 or 2024-05-01
    #[arg(long, value_name = "DAY")]
    since: Option<String>,
    /// Up to this day
    #[arg(long, value_name = "DAY")]
    until: Option<String>,
    /// The ending, as declared or as proved
    #[arg(long, value_parser = names(Ending::ALL.map(Ending::name)), hide_possible_values = true)]
    ending: Option<String>,
    /// The winner: black, white or none
    #[arg(long, value_parser = ["black", "white", "none"])]
    winner: Option<String>,
    /// How the declared ending compares with the proved one
    #[arg(long, value_parser = names(Agreement::ALL.map(Agreement::name)))]
    agreement: Option<String>,
    /// A part of the opening's name as written in the records
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// A part of the handicap's name; `any` for every handicap game
    #[arg(long, value_name = "NAME")]
    handicap: Option<String>,
    /// Both players rated at least this
    #[arg(long, value_name = "RATING")]
    rating: Option<f64>,
    /// The number of plies: 57, 40..120, 100.. or ..80
    #[arg(long, value_name = "RANGE", value_parser = plies)]
    plies: Option<(u32, u32)>,
    /// A condition in SQL on the columns of the table `game` (called g)
    #[arg(long = "where", value_name = "SQL")]
    condition: Option<String>,
}

fn names<const N: usize>(names: [&'static str; N]) -> PossibleValuesParser {
    PossibleValuesParser::new(names)
}

fn plies(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str, missing: u32| match text {
        "" => Ok(missing),
        text => text.parse().map_err(|_| format!("`{text}` is no number of plies")),
    };
    match text.split_once("..") {
        Some((from, to)) => match (number(from, 0)?, number(to, u32::MAX)?) {
            (from, to) if from > to => {
                Err(format!("the range is empty: {from} is more than {to}; did you mean {to}..{from}?"))
            }
            range => Ok(range),
        },
        None => number(text, 0).map(|plies| (plies, plies)),
    }
}

impl FilterArgs {
    /// The handicap that is asked for.
    pub fn handicap(&self) -> Option<&str> {
        self.handicap.as_deref()
    }

    /// The filter for an answer about one game: standard shogi if none is named.
    pub fn of_one_game(&self) -> Filter {
        let mut filter = self.filter();
        filter.variant.get_or_insert_default();
        filter
    }

    /// Says how many games of the other game a filter left out.
    pub fn tell_left_out(&self, connection: &Connection, shown: Variant) -> anyhow::Result<()> {
        for other in Variant::ALL.into_iter().filter(|other| *other != shown) {
            let mut filter = self.filter();
            filter.variant = Some(other);
            let games = count_games(connection, &filter)?;
            if games > 0 {
                note(&format!(
                    "{} of {other} left out (--variant {other} shows them)\n",
                    counted(games, "game")
                ));
            }
        }
        Ok(())
    }

    /// The filter that the options make.
    pub fn filter(&self) -> Filter {
        let mut filter = Filter::default();
        filter.variant = self.variant.as_deref().and_then(Variant::from_name);
        filter.player.clone_from(&self.player);
        filter.color = self.color.as_deref().map(color);
        filter.opponent.clone_from(&self.opponent);
        filter.event.clone_from(&self.event);
        filter.since.clone_from(&self.since);
        filter.until.clone_from(&self.until);
        filter.ending = self.ending.as_deref().and_then(Ending::from_name);
        filter.winner = self.winner.as_deref().map(|winner| match winner {
            "none" => Winner::Nobody,
            side => Winner::Side(color(side)),
        });
        filter.agreement = self.agreement.as_deref().and_then(Agreement::from_name);
        filter.opening.clone_from(&self.opening);
        filter.handicap.clone_from(&self.handicap);
        filter.rating = self.rating;
        filter.least_plies = self.plies.map(|(from, _)| from).filter(|from| *from > 0);
        filter.most_plies = self.plies.map(|(_, to)| to).filter(|to| *to < u32::MAX);
        filter.condition.clone_from(&self.condition);
        filter
    }
}

fn color(name: &str) -> Color {
    if name == "black" { Color::Black } else { Color::White }
}
