//! The files that accompany the program in an artefact.

use std::process::Command;

use super::bill::{Parts, image_bill, program_bill};
use super::folder::{Folder, READABLE};
use super::foreign::{bundled, debian_packages};
use super::licences::licences;
use super::packages;
use super::program::{Program, cargo_home};
use super::sources::Sources;
use crate::watch::output_of;

/// Files of the repository for users of the program: documents, everything to deploy it with, and the adapters that the
/// documents begin from.
const DOCUMENTS: [&str; 9] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "deploy",
    "docs",
    "examples/rail-adapter",
    "examples/rail-adapter-node",
];

/// Files without which no release is made.
pub(super) const UNIT: &str = "deploy/systemd/causeway.service";
pub(super) const RULES: &str = "deploy/prometheus/causeway.rules.yml";
pub(super) const BOARD: &str = "deploy/grafana/causeway.json";

/// Shells with the names that their completions have.
const SHELLS: [Shell; 3] = [
    Shell { name: "bash", file: "causeway.bash" },
    Shell { name: "zsh", file: "_causeway" },
    Shell { name: "fish", file: "causeway.fish" },
];

struct Shell {
    name: &'static str,
    file: &'static str,
}

/// The files that accompany the program.
#[derive(Debug)]
pub(super) struct Documents {
    /// Paths in the repository.
    pub(super) files: Vec<String>,
    /// Texts that are made for a release.
    pub(super) texts: Vec<Document>,
    /// The bill of materials of the image, which has more parts than the program.
    pub(super) image_bill: String,
}

/// A text that is made for a release.
#[derive(Debug)]
pub(super) struct Document {
    /// Path in the tarball.
    pub(super) name: String,
    pub(super) text: String,
}

impl Documents {
    /// Collects the files of the repository, and makes the others.
    pub(super) fn make(sources: &Sources, program: &Program) -> Result<Self, String> {
        let files = sources.files(&DOCUMENTS)?;
        if let Some(missing) =
            [UNIT, RULES, BOARD].iter().find(|name| !files.iter().any(|file| file == *name))
        {
            return Err(format!("{missing} is not in the repository"));
        }
        let home = cargo_home()?;
        let packages = packages::list(sources)?;
        let bundled = bundled(&packages, &home)?;
        let parts = Parts { packages: &packages, bundled: &bundled };
        let document = |name: &str, text: String| Document { name: name.to_owned(), text };
        let mut texts = vec![
            document("THIRD-PARTY-LICENCES.txt", licences(&packages, &bundled, &home)?),
            document("bill-of-materials.cdx.json", program_bill(sources, parts)?),
        ];
        for Shell { name, file } in SHELLS {
            let script = output_of(Command::new(&program.path).args(["completions", name]))?;
            texts.push(document(&format!("completions/{file}"), script));
        }
        Ok(Self { files, texts, image_bill: image_bill(sources, parts, &debian_packages()?)? })
    }

    /// Writes all files into a folder.
    pub(super) fn write_to(&self, sources: &Sources, folder: &Folder) -> Result<(), String> {
        for name in &self.files {
            folder.copy(&sources.root.join(name), name, READABLE)?;
        }
        self.texts.iter().try_for_each(|one| folder.put(&one.name, one.text.as_bytes(), READABLE))
    }

    /// Returns the text of this name.
    pub(super) fn text(&self, name: &str) -> Result<&[u8], String> {
        let document = self.texts.iter().find(|document| document.name == name);
        document.map(|document| document.text.as_bytes()).ok_or_else(|| format!("there is no {name}"))
    }
}
