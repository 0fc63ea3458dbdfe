//! The tarball: the program, its documents, and everything to deploy it with.

use std::path::{Path, PathBuf};

use super::archive::{TarEntries, append, compress};
use super::documents::Documents;
use super::folder::{EXECUTABLE, Folder};
use super::program::Program;
use super::sources::Sources;

/// Makes the tarball in a folder, and returns its path.
pub(super) fn make(
    sources: &Sources,
    program: &Program,
    documents: &Documents,
    into: &Path,
) -> Result<PathBuf, String> {
    let name = sources.name();
    let stage = Folder::create(into.join("stage"))?;
    let content = Folder::create(stage.path().join(&name))?;
    content.copy(&program.path, "causeway", EXECUTABLE)?;
    documents.write_to(sources, &content)?;
    let tar = stage.path().join("content.tar");
    append(&tar, TarEntries { folder: stage.path(), names: &[&name], without: &[], owner: 0 }, sources.time)?;
    let tarball = into.join(format!("{name}.tar.gz"));
    compress(&tar, &tarball)?;
    Ok(tarball)
}
