//! What readers are known not to read, and why.

use super::comparison::{Reading, What};
use super::wanted::Wanted;
use kifukura::formats::Target;
use kifukura::record::Ending;
use kifukura::replay::Stop;

/// A game and what was read of it.
struct Case<'a> {
    game: &'a Wanted,
    reading: &'a Reading,
}

impl Case<'_> {
    fn ending(&self) -> Ending {
        self.game.game.outcome.declared
    }

    fn error(&self) -> &str {
        self.reading.error.as_deref().unwrap_or_default()
    }

    fn has_branches(&self) -> bool {
        self.game.record.lines.len() > 1
    }

    /// The moves of any line are not all legal.
    fn has_foul(&self) -> bool {
        self.game.game.lines.iter().any(|line| line.stop.is_some())
    }

    /// The game begins from a position that no handicap's name says.
    fn is_set(&self) -> bool {
        self.game.is_set()
    }
}

type Applies = fn(&Case<'_>) -> bool;

/// Reader, formats, what it does not read, when, and why.
type Limit = (&'static str, &'static [Target], &'static [What], Applies, &'static str);

const KIF: &[Target] = &[Target::Kif];
const KI2: &[Target] = &[Target::Ki2];
const KAKINOKI: &[Target] = &[Target::Kif, Target::Ki2];
const CSA: &[Target] = &[Target::Csa, Target::Csa3];
const ALL: &[Target] = &Target::ALL;

const LIMITS: &[Limit] = &[
    ("tsshogi", ALL, &[What::Refused], |case| case.has_foul(), "refuses moves of pieces that are not there"),
    (
        "tsshogi",
        &[Target::Csa, Target::Csa3, Target::Jkf],
        &[What::Winner],
        |case| case.ending() == Ending::IllegalMove,
        "2.2.0 takes the sign of ±ILLEGAL_ACTION for the winner's",
    ),
    (
        "tsshogi",
        KI2,
        &[What::Ending, What::Winner],
        |case| {
            matches!(
                case.ending(),
                Ending::MaxMoves
                    | Ending::DrawAgreed
                    | Ending::Adjourned
                    | Ending::Forfeit
                    | Ending::PerpetualCheck
                    | Ending::TryRule
            )
        },
        "has only the words of 最大手数, 引き分け, 封じ手, 不戦勝, 連続王手の千日手 and トライ in KI2",
    ),
    (
        "tsshogi",
        KIF,
        &[What::Winner],
        |case| case.ending() == Ending::Unknown,
        "passes over closing lines in KIF",
    ),
    (
        "tsshogi",
        CSA,
        &[What::Comments],
        |case| case.game.has_server_comments(),
        "passes over comments without a star, as servers write them",
    ),
    (
        "json-kifu-format",
        ALL,
        &[What::Refused],
        |case| case.has_foul(),
        "refuses moves that no piece can make",
    ),
    (
        "json-kifu-format",
        KAKINOKI,
        &[What::Refused],
        |case| {
            case.error().starts_with("Expected \"詰\"")
                || case.error().starts_with("Expected \"勝ち\"")
                || case.error().starts_with("Expected \"：\"")
        },
        "refuses closing lines that it does not know (入玉勝ち, 不戦勝, 引き分け, 最大手数)",
    ),
    (
        "json-kifu-format",
        KIF,
        &[What::Ending, What::Winner],
        |case| {
            matches!(
                case.ending(),
                Ending::Declaration | Ending::Forfeit | Ending::PerpetualCheck | Ending::TryRule
            )
        },
        "does not know 入玉勝ち, 不戦勝, 連続王手の千日手 and トライ",
    ),
    (
        "json-kifu-format",
        KIF,
        &[What::Winner],
        |case| case.ending() == Ending::Unknown,
        "passes over closing lines in KIF",
    ),
    (
        "json-kifu-format",
        KI2,
        &[What::Comments],
        |case| case.game.comments.get("0").is_some_and(|text| text.contains('：')),
        "takes a comment with ： before the first move of KI2 for a header",
    ),
    (
        "json-kifu-format",
        KI2,
        &[What::Refused],
        |case| case.error().ends_with("but \"*\" found."),
        "refuses a comment behind a bookmark in KI2",
    ),
    (
        "python-shogi",
        KIF,
        ALL_OF_IT,
        |case| case.has_branches(),
        "plays branches on as if they were the main line",
    ),
    (
        "python-shogi",
        KIF,
        &[What::Moves],
        |case| case.is_set(),
        "takes the side that is to move at the end for the one that begins from a diagram",
    ),
    (
        "python-shogi",
        CSA,
        &[What::Moves, What::Refused],
        |case| case.game.holds_several(),
        "loses pieces in hand of which a side has several",
    ),
    (
        "python-shogi",
        CSA,
        &[What::Refused],
        |case| case.has_foul(),
        "refuses moves of pieces that are not there",
    ),
    (
        "python-shogi",
        CSA,
        &[What::Winner],
        |case| !matches!(case.ending(), Ending::Resignation | Ending::TimeForfeit | Ending::IllegalMove),
        "knows a winner only by resignation, time and fouls",
    ),
    (
        "cshogi",
        KAKINOKI,
        &[What::Moves],
        |case| case.is_set(),
        "reads no diagrams and begins from the even position",
    ),
    (
        "cshogi",
        KIF,
        ALL_OF_IT,
        |case| case.has_branches(),
        "plays branches on as if they were the main line, unless a closing line that it knows stands before them",
    ),
    (
        "cshogi",
        KIF,
        &[What::Ending],
        |case| !matches!(case.ending(), Ending::Resignation | Ending::Interrupted),
        "knows endings by the closing line alone: most are resignations, and every draw is 千日手",
    ),
    (
        "cshogi",
        KIF,
        &[What::Winner],
        |case| matches!(case.ending(), Ending::Checkmate | Ending::TimeForfeit),
        "does not know 詰み and 時間切れにより in closing lines",
    ),
    (
        "cshogi",
        CSA,
        &[What::Ending],
        |case| case.ending() == Ending::MaxMoves,
        "takes the summary max_moves for %JISHOGI",
    ),
    (
        "tsshogi",
        CSA,
        &[What::Comments],
        |case| case.game.comments.values().any(|text| text.lines().any(str::is_empty)),
        "passes over empty lines of comments in CSA",
    ),
    (
        "tsshogi",
        &[Target::Usen],
        &[What::Moves],
        |case| case.has_branches(),
        "goes on with a branch that begins where the main line ends",
    ),
    (
        "json-kifu-format",
        &[Target::Csa],
        &[What::Refused],
        |case| case.error().starts_with("Expected [^:]"),
        "refuses a `$` line without a key",
    ),
    ("cshogi", KAKINOKI, &[What::Moves], |case| case.has_foul(), "makes other moves of illegal ones"),
    ("cshogi", CSA, &[What::Moves], |case| case.has_foul(), "makes no moves of illegal ones"),
    (
        "cshogi",
        CSA,
        &[What::Winner],
        |case| matches!(case.ending(), Ending::Checkmate),
        "takes %TSUMI for a draw",
    ),
    ("cshogi", KI2, ALL_OF_IT, |_| true, "reads one move a line of KI2 and refuses lines with more"),
    (
        "cshogi",
        KIF,
        &[What::Comments],
        |case| case.game.comments.values().any(|text| text.lines().any(|line| line.starts_with('*'))),
        "takes a star away from comments that begin with one",
    ),
    (
        "cshogi",
        KIF,
        &[What::Comments],
        |case| case.game.comments.contains_key(&(case.game.record.main().plies.len() + 1).to_string()),
        "has no place for comments behind the ending",
    ),
];

const ALL_OF_IT: &[What] =
    &[What::Refused, What::Moves, What::Ending, What::Winner, What::Times, What::Comments, What::Branches];

/// Why a reader does not read something of a game as it is meant; `None` when no reason is known.
pub fn of(peer: &str, target: Target, game: &Wanted, reading: &Reading, what: What) -> Option<&'static str> {
    let case = Case { game, reading };
    let is_unclear = matches!(game.game.lines[0].stop, Some(Stop::Unresolved(_)));
    if (game.record.main().unread > 0 || is_unclear)
        && matches!(what, What::Ending | What::Winner | What::Comments)
    {
        return Some("cannot know what stands behind moves that could not be read in the source either");
    }
    let applies = |limit: &&Limit| {
        let (reader, formats, things, applies, _) = limit;
        *reader == peer && formats.contains(&target) && things.contains(&what) && applies(&case)
    };
    LIMITS.iter().find(applies).map(|(.., reason)| *reason)
}
