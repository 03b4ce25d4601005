//! Which files of packed positions there are, and how one is recognised.

use super::POSITION_BYTES;
use super::error::Fault;
use super::{Row, hcp, hcpe, hcpe3, packed_sfen, psv};
use crate::rules::named_enum;
use crate::rules::shogi::{Move, Position, Setup};

named_enum! {
    /// A sort of file with packed positions. [`name`](Self::name) is the usual extension too.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum PackedFormat {
        /// PackedSfenValue of YaneuraOu: 40 bytes a position.
        Psv = "psv",
        /// Positions of Apery alone: 32 bytes each.
        Hcp = "hcp",
        /// HuffmanCodedPosAndEval of Apery and dlshogi: 38 bytes a position.
        Hcpe = "hcpe",
        /// HuffmanCodedPosAndEval3 of dlshogi: a game after the other.
        Hcpe3 = "hcpe3",
    }
}

/// The extension that several programs give to psv, and others to anything else.
const ANY_BINARY: &str = "bin";

impl PackedFormat {
    /// How many bytes a record has; `None` for hcpe3, whose games have different lengths.
    #[must_use]
    pub const fn record_bytes(self) -> Option<usize> {
        match self {
            Self::Psv => Some(psv::RECORD_BYTES),
            Self::Hcp => Some(POSITION_BYTES),
            Self::Hcpe => Some(hcpe::RECORD_BYTES),
            Self::Hcpe3 => None,
        }
    }

    /// The least that a file of this format has, in bytes.
    const fn least_bytes(self) -> usize {
        match self.record_bytes() {
            Some(bytes) => bytes,
            None => hcpe3::HEAD_BYTES,
        }
    }

    /// True of the extensions (in either case) that files of packed positions have; files of other sorts may have them too.
    #[must_use]
    pub fn is_extension(extension: &str) -> bool {
        let extension = extension.to_ascii_lowercase();
        extension == ANY_BINARY || Self::from_name(&extension).is_some()
    }

    /// The format of a file with this extension (in either case), this beginning of at least 40 bytes or all of it, and this size in
    /// bytes. What looks like text is none, whatever it is called. `.bin` is psv when its size is a multiple of 40 and it
    /// begins with a possible position.
    #[must_use]
    pub fn of_file(extension: &str, head: &[u8], bytes: u64) -> Option<Self> {
        let is_text = head.iter().all(|byte| *byte >= b'\t');
        if is_text || head.is_empty() {
            return None;
        }
        let extension = extension.to_ascii_lowercase();
        if extension == ANY_BINARY {
            let position = Row::new(Self::Psv, head)?.position;
            let fits = bytes.is_multiple_of(psv::RECORD_BYTES as u64);
            let is_possible =
                fits && packed_sfen::decode(&position).is_ok_and(|setup| Position::try_from(setup).is_ok());
            return is_possible.then_some(Self::Psv);
        }
        Self::from_name(&extension).filter(|format| bytes >= format.least_bytes() as u64)
    }

    /// The position of these bytes, in this format's coding.
    ///
    /// # Errors
    /// When they are not the bytes of any position.
    pub fn decode(self, packed: &[u8; POSITION_BYTES]) -> Result<Setup, Fault> {
        match self {
            Self::Psv => packed_sfen::decode(packed),
            Self::Hcp | Self::Hcpe | Self::Hcpe3 => hcp::decode(packed),
        }
    }

    /// The move of these bits, in this format's coding; `None` for 0, which stands for no move.
    ///
    /// # Errors
    /// When they are not the bits of any move.
    pub fn decode_move(self, bits: u16) -> Result<Option<Move>, Fault> {
        if bits == 0 {
            return Ok(None);
        }
        let mv = match self {
            Self::Psv => packed_sfen::decode_move(bits),
            Self::Hcp | Self::Hcpe | Self::Hcpe3 => hcp::decode_move(bits),
        };
        mv.ok_or(Fault::Move(bits)).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;

    #[test]
    fn a_file_is_recognised_by_its_name_and_what_it_holds() {
        let of = |extension, bytes: &[u8]| PackedFormat::of_file(extension, bytes, bytes.len() as u64);
        let mut file = Vec::new();
        let position = Position::startpos();
        for _ in 0..3 {
            psv::Record::new(&position, None, GameResult::Draw).write(&mut file).unwrap();
        }
        for (extension, format) in [
            ("psv", Some(PackedFormat::Psv)),
            ("PSV", Some(PackedFormat::Psv)),
            ("bin", Some(PackedFormat::Psv)),
            ("hcpe", Some(PackedFormat::Hcpe)),
            ("kif", None),
            ("", None),
        ] {
            assert_eq!(of(extension, &file), format, "{extension}");
        }
        assert_eq!(of("psv", &file[..119]), Some(PackedFormat::Psv));
        assert_eq!(of("psv", &file[..39]), None);
        assert_eq!(of("bin", &file[..119]), None);
        assert_eq!(of("bin", &file[1..81]), None);
        assert_eq!(of("psv", &"手合割：平手\n".repeat(20).into_bytes()), None);
        assert_eq!(of("psv", &[]), None);
    }
}
