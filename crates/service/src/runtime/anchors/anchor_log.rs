//! Verification of anchor files.

use causeway_domain::Time;
use causeway_domain::ledger::{CompactRange, TreeHead};
use causeway_store::ledger::{Anchors, RetiredKeys};

use super::note::{Checkpoint, CheckpointReason, Note, notes, origin, strays};
use crate::runtime::keys::Keyring;

/// The verified content of one anchor file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AnchorLog {
    /// Valid checkpoints, in the order of the file.
    pub checkpoints: Vec<Checkpoint>,
    /// Number of notes whose end is missing.
    pub torn: usize,
    /// Number of notes that this service did not sign, or signed with a key that was not valid then, and of
    /// lines that belong to no note.
    pub forged: usize,
}

impl AnchorLog {
    /// Reads a file to which checkpoints were appended.
    #[must_use]
    pub fn of(text: &str, keyring: &Keyring) -> Self {
        let (notes, torn) = notes(text);
        let mut reading = Self { torn, forged: strays(text), ..Self::default() };
        // The lowest key number that was not replaced, according to the file so far.
        let mut oldest = 0;
        for note in notes {
            match authentic(&note, keyring, oldest) {
                Some(checkpoint) => {
                    if let CheckpointReason::Rotated(number) = checkpoint.occasion {
                        oldest = oldest.max(number);
                    }
                    reading.checkpoints.push(checkpoint);
                }
                None => reading.forged += 1,
            }
        }
        reading
    }
}

/// Returns the checkpoint of a note if a valid key signed it. A rotation has to be signed by the new key.
fn authentic(note: &Note<'_>, keyring: &Keyring, oldest: u32) -> Option<Checkpoint> {
    let checkpoint = Checkpoint::read(note.text)?;
    let name = origin(checkpoint.head.platform);
    let signed_by = |number: u32| {
        let key = keyring.checkpoint_key(number)?;
        let mut own = note.signatures.iter().filter(|(by, _)| *by == name);
        own.any(|(_, signature)| key.fits(&name, note.text, signature)).then_some(())
    };
    let is_valid_signer = |number: u32| match checkpoint.occasion {
        CheckpointReason::Rotated(to) => number >= to,
        CheckpointReason::Seen | CheckpointReason::Restored => number >= oldest,
    };
    keyring.numbers().filter(|number| is_valid_signer(*number)).find_map(signed_by).map(|()| checkpoint)
}

/// Merges files into the heads and retired keys that the ledgers are verified against.
#[must_use]
pub fn expected_anchors(readings: &[AnchorLog]) -> Anchors {
    let mut all: Vec<&Checkpoint> = readings.iter().flat_map(|reading| &reading.checkpoints).collect();
    all.sort_by_key(|checkpoint| checkpoint.at);
    let mut anchors = Anchors::default();
    for Checkpoint { head, occasion, .. } in all {
        let TreeHead { platform, size, .. } = *head;
        match occasion {
            CheckpointReason::Seen => {}
            CheckpointReason::Restored => {
                anchors.heads.retain(|anchor| anchor.platform != platform || anchor.size <= size);
            }
            CheckpointReason::Rotated(below) => {
                anchors.retired.push(RetiredKeys { platform: Some(platform), below: *below, size });
            }
        }
        anchors.heads.push(*head);
    }
    // A ledger that began later never knew the older keys.
    let newest = anchors.retired.iter().map(|retired| retired.below).max();
    anchors.retired.extend(newest.map(|below| RetiredKeys { platform: None, below, size: 0 }));
    anchors.heads.sort_unstable();
    anchors.heads.dedup();
    anchors
}

/// Returns the heads to continue from after a restore: those of the restored copy, and an empty head for each
/// ledger that was seen but is missing from it.
#[must_use]
pub fn heads_after_restore(stored: &[TreeHead], anchored: &[TreeHead]) -> Vec<TreeHead> {
    let missing = anchored
        .iter()
        .filter(|anchored_head| stored.iter().all(|head| head.platform != anchored_head.platform));
    let nothing = |head: &TreeHead| TreeHead { size: 0, root: CompactRange::new().root(), ..*head };
    stored.iter().copied().chain(missing.map(nothing)).collect()
}

/// A restore that replaced a newer state of the database by an older one, according to an anchor file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OlderRestore {
    /// The instant of the restore.
    pub at: Time,
    /// The ledgers that lost entries: the farthest head seen before, and the head they continue from.
    pub ledgers: Vec<(TreeHead, TreeHead)>,
}

/// Returns the last restore if the copy was older than the state it replaced, otherwise `None`.
#[must_use]
pub fn last_older_restore(reading: &AnchorLog) -> Option<OlderRestore> {
    let is_restored = |checkpoint: &&Checkpoint| checkpoint.occasion == CheckpointReason::Restored;
    let at = reading.checkpoints.iter().filter(is_restored).map(|checkpoint| checkpoint.at).max()?;
    let before = |checkpoint: &&Checkpoint| checkpoint.at < at;
    let earlier = AnchorLog {
        checkpoints: reading.checkpoints.iter().filter(before).copied().collect(),
        ..AnchorLog::default()
    };
    let anchors = expected_anchors(&[earlier]).heads;
    let of_then = reading.checkpoints.iter().filter(is_restored).filter(|checkpoint| checkpoint.at == at);
    let ledgers: Vec<(TreeHead, TreeHead)> = of_then
        .filter_map(|Checkpoint { head, .. }| {
            let own = anchors.iter().filter(|anchor| anchor.platform == head.platform);
            let farthest = own.max_by_key(|anchor| anchor.size)?;
            (farthest.size > head.size).then_some((*farthest, *head))
        })
        .collect();
    (!ledgers.is_empty()).then_some(OlderRestore { at, ledgers })
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::{Id, PlatformId};
    use causeway_domain::{Ids, Time};
    use uuid::Uuid;

    use super::*;
    use crate::runtime::anchors::AnchorFile;

    const FIRST: i64 = 1_700_000_000_000;

    fn at(number: u8, occasion: CheckpointReason) -> Checkpoint {
        let platform = PlatformId::from_uuid(Uuid::from_u128(7));
        let head = TreeHead { platform, size: number.into(), root: [number; 32] };
        Checkpoint { head, at: Time::from_millis(FIRST + i64::from(number)), occasion }
    }

    fn later(checkpoint: Checkpoint, millis: i64) -> Checkpoint {
        Checkpoint { at: Time::from_millis(FIRST + millis), ..checkpoint }
    }

    /// Keyrings by number of rotations, and a folder for the anchor file.
    struct Scene {
        keyrings: Vec<Keyring>,
        folder: std::path::PathBuf,
    }

    impl Scene {
        fn new(name: &str) -> Self {
            let ids = Ids::seeded(8);
            let first = Keyring::generate(&ids);
            let mut second = first.clone();
            second.rotate(&ids);
            let folder = std::env::temp_dir().join(format!("causeway-anchors-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            Self { keyrings: vec![first, second], folder }
        }

        fn file(&self) -> std::path::PathBuf {
            self.folder.join("anchors")
        }

        fn append(&self, checkpoints: &[Checkpoint], keys: usize) {
            let file = AnchorFile::open(self.file(), &self.keyrings[keys]).unwrap();
            file.append(checkpoints, &self.keyrings[keys]).unwrap();
        }

        /// Cuts the file off within the last signature.
        fn tear(&self) {
            let whole = std::fs::read_to_string(self.file()).unwrap();
            std::fs::write(self.file(), whole.get(..whole.len() - 20).unwrap()).unwrap();
        }

        fn read(&self) -> AnchorLog {
            AnchorLog::of(&std::fs::read_to_string(self.file()).unwrap(), &self.keyrings[1])
        }
    }

    impl Drop for Scene {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn only_the_torn_line_is_omitted() {
        let scene = Scene::new("torn");
        scene.append(&[at(1, CheckpointReason::Seen)], 0);
        scene.append(&[at(2, CheckpointReason::Seen)], 0);
        scene.tear();
        let file = AnchorFile::open(scene.file(), &scene.keyrings[0]).unwrap();
        assert_eq!(file.newest(), [at(1, CheckpointReason::Seen).head]);
        scene.append(&[at(3, CheckpointReason::Seen)], 0);
        let reading = scene.read();
        assert_eq!(reading.checkpoints, [at(1, CheckpointReason::Seen), at(3, CheckpointReason::Seen)]);
        assert_eq!((reading.torn, reading.forged), (1, 0));
    }

    /// Checks the planted fault: appending to a torn line without a new line loses the appended note too.
    #[test]
    fn a_note_that_continues_a_torn_line_is_lost() {
        let scene = Scene::new("spoilt");
        let other = Scene::new("further");
        scene.append(&[at(1, CheckpointReason::Seen), at(2, CheckpointReason::Seen)], 0);
        other.append(&[at(3, CheckpointReason::Seen)], 0);
        scene.tear();
        let torn = std::fs::read_to_string(scene.file()).unwrap();
        let further = std::fs::read_to_string(other.file()).unwrap();
        std::fs::write(scene.file(), format!("{torn}{further}")).unwrap();
        assert_eq!(scene.read().checkpoints, [at(1, CheckpointReason::Seen)]);
    }

    #[test]
    fn forged_checkpoints_do_not_count() {
        let scene = Scene::new("forged");
        scene.append(&[at(1, CheckpointReason::Seen), at(2, CheckpointReason::Seen)], 0);
        let whole = std::fs::read_to_string(scene.file()).unwrap();
        std::fs::write(scene.file(), whole.replacen("\n2\n", "\n1\n", 1)).unwrap();
        let reading = scene.read();
        assert_eq!((reading.checkpoints.len(), reading.torn, reading.forged), (1, 0, 1));
        let others = Keyring::generate(&Ids::seeded(9));
        let text = std::fs::read_to_string(scene.file()).unwrap();
        assert_eq!(AnchorLog::of(&text, &others).forged, 2);
    }

    #[test]
    fn a_restored_copy_drops_the_heads_seen_beyond_it() {
        let scene = Scene::new("restored");
        let anchored = [at(1, CheckpointReason::Seen), at(3, CheckpointReason::Seen)];
        let restored = later(at(2, CheckpointReason::Restored), 10);
        let after = later(at(4, CheckpointReason::Seen), 11);
        scene.append(&[anchored[0], anchored[1], restored, after], 0);
        let heads: Vec<u64> = expected_anchors(&[scene.read()]).heads.iter().map(|head| head.size).collect();
        assert_eq!(heads, [1, 2, 4]);
        // The planted fault: without the authorised line, the heads seen still count.
        let bare = AnchorLog { checkpoints: anchored.to_vec(), ..AnchorLog::default() };
        assert_eq!(expected_anchors(std::slice::from_ref(&bare)).heads.len(), 2);
        let elsewhere = AnchorLog { checkpoints: vec![restored, after], ..AnchorLog::default() };
        let heads: Vec<u64> =
            expected_anchors(&[elsewhere, bare]).heads.iter().map(|head| head.size).collect();
        assert_eq!(heads, [1, 2, 4], "the line may be in either file");
    }

    #[test]
    fn only_an_older_restored_copy_is_reported() {
        let reading = |checkpoints: &[Checkpoint]| AnchorLog {
            checkpoints: checkpoints.to_vec(),
            ..AnchorLog::default()
        };
        let anchored = [at(1, CheckpointReason::Seen), at(3, CheckpointReason::Seen)];
        let older = later(at(2, CheckpointReason::Restored), 10);
        let found = last_older_restore(&reading(&[anchored[0], anchored[1], older])).unwrap();
        assert_eq!(found, OlderRestore { at: older.at, ledgers: vec![(anchored[1].head, older.head)] });
        assert_eq!(last_older_restore(&reading(&anchored)), None);
        let same = later(at(3, CheckpointReason::Restored), 11);
        assert_eq!(last_older_restore(&reading(&[anchored[0], anchored[1], same])), None, "nothing was lost");
        // A loss of the first restore is not reported again for the second.
        let again = later(at(2, CheckpointReason::Restored), 12);
        assert_eq!(last_older_restore(&reading(&[anchored[0], anchored[1], older, again])), None);
    }

    #[test]
    fn a_replaced_key_no_longer_signs() {
        let scene = Scene::new("rotated");
        scene.append(&[at(1, CheckpointReason::Seen)], 0);
        scene.append(&[later(at(2, CheckpointReason::Rotated(2)), 5)], 1);
        let text = std::fs::read_to_string(scene.file()).unwrap();
        assert_eq!(text.matches('\u{2014}').count(), 3, "both keys sign the change");
        scene.append(&[at(3, CheckpointReason::Seen)], 0);
        scene.append(&[later(at(4, CheckpointReason::Rotated(2)), 6)], 0);
        scene.append(&[at(5, CheckpointReason::Seen)], 1);
        let reading = scene.read();
        assert_eq!((reading.checkpoints.len(), reading.forged), (3, 2));
        let platform = at(1, CheckpointReason::Seen).head.platform;
        let retired = |platform, size| RetiredKeys { platform, below: 2, size };
        assert_eq!(expected_anchors(&[reading]).retired, [retired(Some(platform), 2), retired(None, 0)]);
    }
}
