//! The steps of a release.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::documents::Documents;
use super::folder::{Folder, READABLE};
use super::program::{self, Program};
use super::sources::Sources;
use super::{debian, image, tarball};
use crate::watch::output_of;

/// The folder of the artefacts, below the build folder.
const ARTEFACTS: &str = "target/release-artefacts";

/// The build folder of the program, apart from other builds, which have other compiler flags.
const BUILD: &str = "target/release-build";

/// The file with the digests of the artefacts.
const SUMS: &str = "SHA256SUMS";

type Artefact = fn(&Sources, &Program, &Documents, &Path) -> Result<PathBuf, String>;

/// Makes all artefacts of a release, without network.
pub(crate) fn run() -> Result<(), String> {
    let sources = Sources::read()?;
    println!("building {} from {}", sources.name(), sources.commit);
    let program = program::build(&sources, &sources.root.join(BUILD))?;
    let documents = Documents::make(&sources, &program)?;
    let folder = Folder::create(sources.root.join(ARTEFACTS))?;
    let artefacts: [Artefact; 3] = [tarball::make, debian::make, image::make];
    let mut names = Vec::new();
    for make in artefacts {
        let path = make(&sources, &program, &documents, folder.path())?;
        let size =
            fs::metadata(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?.len();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!("{size:>12}  {name}");
        names.push(name);
    }
    let stage = folder.path().join("stage");
    fs::remove_dir_all(stage).map_err(|error| format!("cannot remove the stage: {error}"))?;
    names.sort();
    let sums = output_of(Command::new("sha256sum").args(&names).current_dir(folder.path()))?;
    folder.put(SUMS, sums.as_bytes(), READABLE)?;
    print!("{sums}");
    Ok(())
}
