//! The steps of a release.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::checks::{check_image, check_package, check_unit};
use super::documents::Documents;
use super::folder::{Folder, READABLE};
use super::sources::Sources;
use super::{debian, image, program, tarball};
use crate::watch::output_of;

/// The folder of the artefacts.
const ARTEFACTS: &str = "target/release-artefacts";

/// The build folder of the program, apart from other builds, which have other compiler flags.
const BUILD: &str = "target/release-build";

/// The file with the digests of the artefacts.
const SUMS: &str = "SHA256SUMS";

/// Makes all artefacts of a release, without network.
pub(crate) fn run() -> Result<(), String> {
    let sources = Sources::read()?;
    println!("building {} from {}", sources.name(), sources.commit);
    let program = program::build(&sources, &sources.root.join(BUILD))?;
    let documents = Documents::make(&sources, &program)?;
    let folder = Folder::create(sources.root.join(ARTEFACTS))?;
    let stage = folder.path().join("stage");
    check_unit(&sources, &program, &Folder::create(&stage)?)?;
    let tarball = tarball::make(&sources, &program, &documents, folder.path())?;
    let package = debian::make(&sources, &program, &documents, folder.path())?;
    check_package(&package)?;
    let image = image::make(&sources, &program, &documents, folder.path())?;
    check_image(&image)?;
    fs::remove_dir_all(&stage).map_err(|error| format!("cannot remove the stage: {error}"))?;
    let mut names = Vec::new();
    for path in [tarball, package, image] {
        println!("{:>12}  {}", size(&path)?, path.display());
        names.extend(path.file_name().map(ToOwned::to_owned));
    }
    names.sort();
    let sums = output_of(Command::new("sha256sum").args(&names).current_dir(folder.path()))?;
    folder.put(SUMS, sums.as_bytes(), READABLE)
}

fn size(path: &Path) -> Result<u64, String> {
    let file = fs::metadata(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(file.len())
}
