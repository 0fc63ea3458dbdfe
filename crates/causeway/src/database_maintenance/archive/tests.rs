use std::fs;
use std::path::PathBuf;
use std::process::Command;

use causeway_domain::{Ids, Time};
use causeway_service::runtime::keys::Keyring;

use super::*;

/// An archive of three small parts.
struct Scene {
    folder: tempfile::TempDir,
    keyring: Keyring,
}

impl Scene {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), keyring: Keyring::generate(&Ids::seeded(5)) }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("copy.tar")
    }

    /// Writes the archive and returns its bytes.
    fn write(&self) -> Vec<u8> {
        let parts = [(ANCHORS, "a head\n"), (TOMBSTONES, ""), (DATABASE, "all the money")];
        let files = parts.map(|(name, content)| {
            let path = self.folder.path().join(name);
            fs::write(&path, content).unwrap();
            PartFile { name, path }
        });
        write(&self.file(), &files, manifest(), &self.keyring).unwrap();
        fs::read(self.file()).unwrap()
    }

    /// Checks the archive with these bytes.
    fn check(&self, bytes: &[u8]) -> Result<(), ArchiveFault> {
        fs::write(self.file(), bytes).unwrap();
        Archive::open(&self.file())?.check(&self.keyring)
    }
}

fn manifest() -> Manifest {
    Manifest {
        format: 0,
        version: "0.1.0".to_owned(),
        schema: 1,
        made_at: Time::from_millis(1_700_000_000_000),
        engine: Engine::Sqlite,
        with_keys: false,
        ledgers: Vec::new(),
        anchored: Vec::new(),
        wallet_certificate: None,
        parts: Vec::new(),
    }
}

#[test]
fn an_archive_is_unpacked_as_it_was_packed_also_by_tar() {
    let scene = Scene::new();
    let bytes = scene.write();
    scene.check(&bytes).unwrap();
    let archive = Archive::open(&scene.file()).unwrap();
    let to = scene.folder.path().join("unpacked");
    fs::create_dir(&to).unwrap();
    archive.unpack(&to, |_| true, &|| false).unwrap();
    assert_eq!(fs::read(to.join(DATABASE)).unwrap(), b"all the money");
    assert_eq!(archive.text(ANCHORS).unwrap().as_deref(), Some("a head\n"));
    assert_eq!(archive.text(ROOT_KEY).unwrap(), None);
    let listed = Command::new("tar").arg("-tf").arg(scene.file()).output().unwrap();
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let listed = String::from_utf8(listed.stdout).unwrap();
    let names = ["manifest.json", "manifest.mac", ANCHORS, TOMBSTONES, DATABASE];
    assert_eq!(listed.lines().collect::<Vec<_>>(), names);
}

/// Checks that a part can be left out, and that the others are not written once the command is cancelled.
#[test]
fn a_part_is_unpacked_only_if_it_is_wanted() {
    let scene = Scene::new();
    scene.write();
    let archive = Archive::open(&scene.file()).unwrap();
    let [some, cancelled] = ["some", "cancelled"].map(|name| scene.folder.path().join(name));
    for to in [&some, &cancelled] {
        fs::create_dir(to).unwrap();
    }
    archive.unpack(&some, |name| name != ANCHORS, &|| false).unwrap();
    assert!(!some.join(ANCHORS).exists() && some.join(DATABASE).exists());
    assert!(matches!(archive.unpack(&cancelled, |_| true, &|| true), Err(ArchiveFault::Io(_))));
    assert!(!cancelled.join(DATABASE).exists());
}

#[test]
fn each_altered_byte_is_noticed() {
    let scene = Scene::new();
    let whole = scene.write();
    for at in 0..whole.len() {
        for change in [0x01, 0x20] {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            assert!(scene.check(&bytes).is_err(), "byte {at} with {change:#x}");
        }
    }
    scene.check(&whole).unwrap();
}

#[test]
fn an_archive_that_is_cut_off_or_goes_on_is_noticed() {
    let scene = Scene::new();
    let whole = scene.write();
    for length in 0..whole.len() {
        assert!(scene.check(&whole[..length]).is_err(), "{length} bytes");
    }
    assert!(scene.check(&[&whole[..], b"x"].concat()).is_err());
    assert!(scene.check(&[&whole[..], &[0; 512]].concat()).is_err());
}

#[test]
fn another_root_key_does_not_fit() {
    let scene = Scene::new();
    scene.write();
    let archive = Archive::open(&scene.file()).unwrap();
    let stranger = Keyring::generate(&Ids::seeded(6));
    assert!(matches!(archive.check(&stranger), Err(ArchiveFault::NotAuthentic)));
    let mut rotated = scene.keyring.clone();
    rotated.rotate(&Ids::seeded(7));
    archive.check(&rotated).unwrap();
}

#[test]
fn a_manifest_with_another_file_name_is_refused() {
    let scene = Scene::new();
    let path = scene.folder.path().join("x");
    fs::write(&path, "x").unwrap();
    let files = [PartFile { name: "../escaped", path: path.clone() }, PartFile { name: DATABASE, path }];
    write(&scene.file(), &files, manifest(), &scene.keyring).unwrap();
    let refusal = Archive::open(&scene.file());
    assert!(matches!(refusal, Err(ArchiveFault::Altered(name)) if name == "../escaped"));
}
