//! Names that say who is the same person and not who it is.

use crate::record::person_key;
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
        // Every length of a key is allowed.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).ok()?;
        mac.update(person.as_bytes());
        let hash = mac.finalize().into_bytes();
        let digits: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Some(format!("player-{digits}"))
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
    }
}
