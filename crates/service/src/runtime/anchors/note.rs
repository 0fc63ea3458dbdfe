//! Ledger heads as C2SP checkpoints (tlog-checkpoint), which are signed notes: the signed text, and its
//! parser.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId};
use causeway_domain::ledger::TreeHead;
use uuid::Uuid;

/// Prefix of the platform in the origin of its checkpoints, which is also the name of the key.
const ORIGIN: &str = "causeway/ledger/";
/// The occasion of a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckpointReason {
    /// The head was seen.
    Seen,
    /// A copy of the database was restored: heads seen before are valid only up to this head.
    Restored,
    /// The root key was replaced by the one with this number: older keys are valid only up to this head.
    Rotated(u32),
}

/// The content of a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checkpoint {
    pub head: TreeHead,
    /// The instant of writing.
    pub at: Time,
    pub occasion: CheckpointReason,
}

/// Returns the origin of a platform's checkpoints, which is also the name of the key.
#[must_use]
pub fn origin(platform: PlatformId) -> String {
    format!("{ORIGIN}{}", platform.uuid())
}

impl Checkpoint {
    /// Returns the signed text: origin, number of journals, root in base64, and one line each for the time
    /// and the occasion.
    #[must_use]
    pub fn text(&self) -> String {
        let TreeHead { platform, size, root } = &self.head;
        let origin = origin(*platform);
        let root = STANDARD.encode(root);
        format!("{origin}\n{size}\n{root}\ntime {}\n{}\n", self.at.millis(), self.occasion)
    }

    /// Parses a checkpoint text; `None` if it is not one of this service's checkpoints.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        let platform = Uuid::try_parse(lines.next()?.strip_prefix(ORIGIN)?).ok()?;
        let size = lines.next()?.parse().ok()?;
        let root = STANDARD.decode(lines.next()?).ok()?.try_into().ok()?;
        let at = Time::from_millis(lines.next()?.strip_prefix("time ")?.parse().ok()?);
        let occasion = CheckpointReason::read(lines.next()?)?;
        let head = TreeHead { platform: PlatformId::from_uuid(platform), size, root };
        lines.next().is_none().then_some(Self { head, at, occasion })
    }
}

impl CheckpointReason {
    fn read(line: &str) -> Option<Self> {
        match line {
            "seen" => Some(Self::Seen),
            "restored" => Some(Self::Restored),
            line => line.strip_prefix("rotated to key ")?.parse().ok().map(Self::Rotated),
        }
    }
}

impl fmt::Display for CheckpointReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seen => f.write_str("seen"),
            Self::Restored => f.write_str("restored"),
            Self::Rotated(number) => write!(f, "rotated to key {number}"),
        }
    }
}

/// A signed note, as it is in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note<'a> {
    /// The signed text.
    pub(super) text: &'a str,
    /// Each signature: the name of its key, and the key id with the signature in base64.
    pub(super) signatures: Vec<(&'a str, &'a str)>,
}

/// Prefix of a signature line.
const SIGNED_BY: &str = "\u{2014} ";

/// Formats the signature line of a note.
#[must_use]
pub(super) fn signature_line(name: &str, signature: &str) -> String {
    format!("{SIGNED_BY}{name} {signature}\n")
}

/// Returns the notes of a file, and the number of unreadable ones: a note is incomplete if a process was
/// stopped while writing.
#[must_use]
pub(super) fn notes(file: &str) -> (Vec<Note<'_>>, usize) {
    let places = file.match_indices(ORIGIN).map(|(at, _)| at);
    let starts: Vec<usize> = places.filter(|at| begins_line(file, *at)).collect();
    let ends = starts.iter().skip(1).copied().chain([file.len()]);
    let parts = starts.iter().zip(ends).filter_map(|(start, end)| file.get(*start..end));
    let read: Vec<Option<Note<'_>>> = parts.map(note).collect();
    let torn = read.iter().filter(|note| note.is_none()).count();
    (read.into_iter().flatten().collect(), torn)
}

/// Counts the lines that belong to no note, and are not the truncated start of a note or of a signature.
#[must_use]
pub(super) fn strays(file: &str) -> usize {
    let places = file.match_indices(ORIGIN).map(|(at, _)| at);
    let starts: Vec<usize> = places.filter(|at| begins_line(file, *at)).collect();
    let before = file.get(..starts.first().copied().unwrap_or(file.len()));
    let ends = starts.iter().skip(1).copied().chain([file.len()]);
    let parts = starts.iter().zip(ends).filter_map(|(start, end)| file.get(*start..end));
    let signatures = parts.filter_map(|part| part.split_once("\n\n").map(|(_, signed)| signed));
    let is_stray = |line: &&str| {
        let line = line.trim_end_matches(char::REPLACEMENT_CHARACTER);
        !line.starts_with(SIGNED_BY) && !SIGNED_BY.starts_with(line) && !ORIGIN.starts_with(line)
    };
    before.into_iter().chain(signatures).flat_map(str::lines).filter(is_stray).count()
}

fn begins_line(file: &str, at: usize) -> bool {
    file.get(..at).is_some_and(|before| before.is_empty() || before.ends_with('\n'))
}

/// Length of a signature: the key id (4 bytes), and the signature proper (64).
const SIGNATURE_BYTES: usize = 68;

/// Parses a note out of a part of the file; `None` if it has no complete signature.
fn note(part: &str) -> Option<Note<'_>> {
    let (text, signed) = part.split_at(part.find("\n\n")? + 1);
    let lines = signed.strip_prefix('\n')?.split_inclusive('\n');
    let signature_lines =
        lines.filter_map(|line| line.strip_suffix('\n')?.strip_prefix(SIGNED_BY)?.split_once(' '));
    let is_whole = |text: &str| STANDARD.decode(text).is_ok_and(|bytes| bytes.len() == SIGNATURE_BYTES);
    let signatures: Vec<_> = signature_lines.filter(|(_, signature)| is_whole(signature)).collect();
    (!signatures.is_empty()).then_some(Note { text, signatures })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint(occasion: CheckpointReason) -> Checkpoint {
        let platform = PlatformId::from_uuid(Uuid::from_u128(7));
        let head = TreeHead { platform, size: 12, root: [3; 32] };
        Checkpoint { head, at: Time::from_millis(1_700_000_000_000), occasion }
    }

    #[test]
    fn a_checkpoint_is_read_as_it_is_written() {
        for occasion in [CheckpointReason::Seen, CheckpointReason::Restored, CheckpointReason::Rotated(4)] {
            let checkpoint = checkpoint(occasion);
            assert_eq!(Checkpoint::read(&checkpoint.text()), Some(checkpoint));
        }
        let text = checkpoint(CheckpointReason::Seen).text();
        for other in [text.replace("causeway", "other"), text.replace("seen", "dreamt"), text + "more\n"] {
            assert_eq!(Checkpoint::read(&other), None, "{other}");
        }
    }

    #[test]
    fn lines_of_another_kind_are_counted() {
        let text = checkpoint(CheckpointReason::Seen).text();
        let whole = format!("{text}\n{}", signature_line("name", &STANDARD.encode([1; SIGNATURE_BYTES])));
        for (file, expected) in [
            (String::new(), 0),
            (whole.clone(), 0),
            ("causeway/led".to_owned(), 0),
            ("random\nbytes\n".to_owned(), 2),
            (format!("x\n{whole}"), 1),
            (format!("{whole}\nx\n\n{whole}y\n"), 2),
        ] {
            assert_eq!(strays(&file), expected, "{file}");
        }
    }

    #[test]
    fn a_torn_note_is_left_out_at_every_length() {
        let text = checkpoint(CheckpointReason::Seen).text();
        let signature = STANDARD.encode([1; SIGNATURE_BYTES]);
        let whole = format!("{text}\n{}", signature_line("name", &signature));
        let (read, torn) = notes(&whole);
        assert_eq!((read.len(), torn), (1, 0));
        assert_eq!(
            (read[0].text, &read[0].signatures[..]),
            (text.as_str(), &[("name", signature.as_str())][..])
        );
        for end in 1..whole.len() {
            let Some(cut) = whole.get(..end) else { continue };
            // A new line begins after a torn note.
            let file = format!("{whole}\n{cut}\n\n{whole}");
            assert_eq!(strays(&file), 0, "{cut}");
            let (read, torn) = notes(&file);
            let is_whole = end == whole.len() - 1;
            let is_named = cut.starts_with(ORIGIN) && !is_whole;
            assert_eq!((read.len(), torn), (2 + usize::from(is_whole), usize::from(is_named)), "{cut}");
        }
    }
}
