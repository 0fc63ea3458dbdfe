//! The sources of a release: their commit, its time, and the platform that they are built for.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::part::cargo;
use crate::watch::output_of;

/// Version of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The sources of a release.
#[derive(Debug, Clone)]
pub(super) struct Sources {
    /// Folder of the repository.
    pub(super) root: PathBuf,
    pub(super) version: &'static str,
    /// Commit, followed by `-modified` if the files differ from it.
    pub(super) commit: String,
    /// Time of the commit, in seconds since 1970: the time of every file in an artefact.
    pub(super) time: u64,
    pub(super) platform: &'static Platform,
}

/// A platform in the words of each kind of artefact.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Platform {
    /// Target of the compiler.
    pub(super) target: &'static str,
    /// As in names of files and of library folders.
    pub(super) triplet: &'static str,
    /// Of packages, and of images.
    pub(super) architecture: &'static str,
}

const PLATFORMS: &[Platform] = &[
    Platform { target: "x86_64-unknown-linux-gnu", triplet: "x86_64-linux-gnu", architecture: "amd64" },
    Platform { target: "aarch64-unknown-linux-gnu", triplet: "aarch64-linux-gnu", architecture: "arm64" },
];

impl Sources {
    /// Reads the state of the repository that contains these tasks.
    pub(super) fn read() -> Result<Self, String> {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("these tasks are in no repository")?;
        let git = |arguments: &[&str]| output_of(Command::new("git").args(arguments).current_dir(root));
        let mut commit = git(&["rev-parse", "HEAD"])?.trim().to_owned();
        if !git(&["status", "--porcelain"])?.is_empty() {
            commit.push_str("-modified");
        }
        let time = git(&["log", "-1", "--format=%ct"])?;
        let time = time.trim().parse().map_err(|_| format!("git printed a wrong time: {time}"))?;
        let platform = platform(&output_of(&mut cargo(&["--version", "--verbose"]))?)?;
        Ok(Self { root: root.to_owned(), version: VERSION, commit, time, platform })
    }

    /// Returns the time of the commit as JSON documents have it.
    pub(super) fn date(&self) -> Result<String, String> {
        let time = format!("--date=@{}", self.time);
        let printed = output_of(Command::new("date").args(["--utc", &time, "+%Y-%m-%dT%H:%M:%SZ"]))?;
        Ok(printed.trim().to_owned())
    }

    /// Returns the serial number of a bill of materials: always the same for the same subject and sources.
    pub(super) fn serial_number(&self, subject: &str) -> Result<String, String> {
        let text = format!("{} {} {subject}", self.commit, self.platform.target);
        let printed =
            output_of(Command::new("sh").args(["-c", "printf %s \"$1\" | sha256sum", "sh", &text]))?;
        uuid(&printed)
            .map(|id| format!("urn:uuid:{id}"))
            .ok_or_else(|| format!("sha256sum printed: {printed}"))
    }

    /// Returns the name of the artefacts, without ending.
    pub(super) fn name(&self) -> String {
        format!("causeway-{}-{}", self.version, self.platform.triplet)
    }

    /// Returns the files of the repository below these paths.
    pub(super) fn files(&self, paths: &[&str]) -> Result<Vec<String>, String> {
        let listed =
            output_of(Command::new("git").args(["ls-files", "--"]).args(paths).current_dir(&self.root))?;
        Ok(listed.lines().map(str::to_owned).collect())
    }
}

/// Makes a UUID of version 8 from the digits of a digest.
fn uuid(digest: &str) -> Option<String> {
    let digits = |range: Range<usize>| digest.get(range);
    let [one, two, three] = [digits(0..8)?, digits(8..12)?, digits(13..16)?];
    let [four, five] = [digits(17..20)?, digits(20..32)?];
    Some(format!("{one}-{two}-8{three}-8{four}-{five}"))
}

/// Returns the platform that cargo runs on.
fn platform(version: &str) -> Result<&'static Platform, String> {
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("cargo does not name its platform")?;
    let known = PLATFORMS.iter().find(|platform| platform.target == host);
    known.ok_or_else(|| format!("there are no artefacts for {host}, only for Debian on x86_64 and aarch64"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_platform_is_the_one_of_cargo() {
        let printed = |host: &str| format!("cargo 1.95.0\nrelease: 1.95.0\nhost: {host}\nos: Debian\n");
        assert_eq!(platform(&printed("x86_64-unknown-linux-gnu")).unwrap().architecture, "amd64");
        assert!(platform(&printed("x86_64-pc-windows-msvc")).unwrap_err().contains("windows"));
        assert!(platform("cargo 1.95.0").is_err());
    }

    #[test]
    fn a_serial_number_depends_on_the_commit_and_the_subject() {
        let sources = |commit: &str| Sources {
            root: PathBuf::new(),
            version: "1.2.3",
            commit: commit.to_owned(),
            time: 0,
            platform: &PLATFORMS[0],
        };
        let number = |commit: &str, subject: &str| sources(commit).serial_number(subject).unwrap();
        let one = number("abc", "program");
        assert_eq!(one, number("abc", "program"));
        assert!(one != number("abd", "program") && one != number("abc", "image"), "{one}");
        let lengths: Vec<usize> = one.trim_start_matches("urn:uuid:").split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12], "{one}");
    }
}
