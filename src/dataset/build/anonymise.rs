//! Names that say who is the same person and not who it is.

use super::manifest::hex;
use crate::record::{normalize_name, person_key};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Puts names into the place of names: the same for all spellings of a person under the same key. The key is never
/// stored, and without it nobody can say whether a name is that of a person.
#[derive(Clone)]
pub struct Anonymiser {
    key: Vec<u8>,
}

impl std::fmt::Debug for Anonymiser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Anonymiser")
    }
}

/// A key must have so many bytes: shorter ones are guessed.
const LEAST_BYTES: usize = 16;

impl Anonymiser {
    /// With this key.
    ///
    /// # Errors
    /// When it is too short to be a secret.
    pub fn new(key: &[u8]) -> Result<Self, String> {
        if key.len() < LEAST_BYTES {
            return Err(format!("the key has {} bytes; it needs at least {LEAST_BYTES}", key.len()));
        }
        Ok(Self { key: key.to_vec() })
    }

    /// The name in the place of a name; nothing for names that are nobody's (`?`, `名無し`).
    #[must_use]
    pub fn name(&self, name: &str) -> Option<String> {
        let person = person_key(name);
        if person.is_empty() {
            return None;
        }
        Some(format!("player-{}", self.digits(&person)))
    }

    /// A word of its own for each text of a kind, `event-` and sixteen digits.
    #[must_use]
    pub fn text(&self, kind: &str, text: &str) -> String {
        format!("{kind}-{}", self.digits(&format!("{kind}\n{}", normalize_name(text))))
    }

    fn digits(&self, text: &str) -> String {
        // Every length of a key is allowed.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.key) else { return String::new() };
        mac.update(text.as_bytes());
        hex(&mac.finalize().into_bytes()[..8])
    }

    /// A condition of a filter without what it names.
    pub(super) fn condition(text: &str) -> String {
        const PLAIN: [&str; 14] = [
            "variant=",
            "kind=",
            "start=",
            "since=",
            "until=",
            "undated=",
            "ending=",
            "declared=",
            "verified=",
            "winner=",
            "agreement=",
            "plies=",
            "require-clock=",
            "no-illegal=",
        ];
        let is_plain = PLAIN.iter().any(|name| text.starts_with(name))
            || text.starts_with("min-rating=")
            || text.starts_with("max-rating-gap=");
        match text.split_once('=') {
            Some((name, _)) if !is_plain => format!("{name}=(hidden)"),
            _ => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_has_one_name_under_one_key() {
        assert!(Anonymiser::new(b"short").unwrap_err().starts_with("the key has 5 bytes"));
        let [one, other] =
            [b"0123456789abcdef", b"0123456789abcdeF"].map(|key| Anonymiser::new(key).unwrap());
        let name = one.name("髙見 泰地七段").unwrap();
        assert_eq!(one.name("高見泰地 叡王").unwrap(), name);
        assert_ne!(other.name("高見泰地").unwrap(), name);
        assert_ne!(one.name("高見").unwrap(), name);
        assert_eq!(one.name("？"), None);
        assert_eq!(name.len(), "player-".len() + 16);
        assert_eq!(format!("{one:?}"), "Anonymiser");
        assert_ne!(one.text("event", "王座戦"), one.text("place", "王座戦").replace("place", "event"));
        assert_eq!(Anonymiser::condition("player=\"甲\" side=black"), "player=(hidden)");
        assert_eq!(Anonymiser::condition("plies=30.."), "plies=30..");
    }
}
