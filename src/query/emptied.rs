//! Which condition of a filter leaves nothing of it.

use super::{Condition, Filter};

/// The condition of a filter that nothing meets.
#[derive(Clone, Debug, PartialEq)]
pub struct Emptied {
    /// The condition.
    pub condition: Condition,
    /// The conditions before it that something meets; none when nothing meets the condition alone.
    pub before: Filter,
    /// How much meets those.
    pub met_before: u64,
}

/// The first condition of a filter that nothing meets alone, else the first that nothing meets which meets those before
/// it. `count` says how much a filter chooses. `None` when something meets the filter, and when there is nothing to choose
/// from whatever the conditions.
///
/// # Errors
/// Those of `count`.
pub fn emptied_by<E>(
    filter: &Filter,
    count: impl Fn(&Filter) -> Result<u64, E>,
) -> Result<Option<Emptied>, E> {
    let is_variant = |condition: &&Condition| matches!(condition, Condition::Variant(_));
    let variant: Filter = filter.conditions().iter().filter(is_variant).cloned().collect();
    let conditions = || filter.conditions().iter().filter(|condition| !is_variant(condition)).cloned();
    let all = count(&variant)?;
    if all == 0 {
        return Ok(None);
    }
    for condition in conditions() {
        if count(&variant.clone().and(condition.clone()))? == 0 {
            return Ok(Some(Emptied { condition, before: Filter::default(), met_before: all }));
        }
    }
    let (mut before, mut met_before) = (Filter::default(), all);
    for condition in conditions() {
        let met = count(
            &variant
                .conditions()
                .iter()
                .chain(before.conditions())
                .cloned()
                .chain([condition.clone()])
                .collect(),
        )?;
        if met == 0 {
            return Ok(Some(Emptied { condition, before, met_before }));
        }
        (before, met_before) = (before.and(condition), met);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_condition_is_named_that_leaves_nothing() {
        // Ten games; 4 of A, 3 that end in mate, of A none; none of B.
        let count = |filter: &Filter| {
            let text = filter.to_string();
            let has = |part: &str| text.contains(part);
            Ok::<u64, ()>(match () {
                () if has("player=\"B\"") || has("\"A\"") && has("checkmate") => 0,
                () if has("\"A\"") => 4,
                () if has("checkmate") => 3,
                () => 10,
            })
        };
        let emptied = |text: &str| {
            let found = emptied_by(&text.parse().unwrap(), count).unwrap()?;
            Some((found.condition.to_string(), found.before.to_string(), found.met_before))
        };
        let of = |condition: &str, before: &str, met| Some((condition.to_owned(), before.to_owned(), met));
        assert_eq!(emptied("plies=3.. player=A"), None);
        assert_eq!(emptied(""), None);
        assert_eq!(emptied("plies=3.. player=B ending=checkmate"), of("player=\"B\"", "", 10));
        let all = emptied("variant=shogi plies=3.. player=A ending=checkmate winner=black");
        assert_eq!(all, of("ending=checkmate", "plies=3.. player=\"A\"", 4));
        assert_eq!(emptied_by(&"plies=3".parse().unwrap(), |_| Ok::<u64, ()>(0)).unwrap(), None);
    }
}
