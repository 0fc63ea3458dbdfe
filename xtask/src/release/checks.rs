//! Checks of the artefacts by the programs that will read them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::documents::UNIT;
use super::folder::{Folder, READABLE};
use super::program::Program;
use super::sources::Sources;
use crate::watch::{output_of, succeeds};

/// Maximum exposure of the unit, in tenths.
const MAX_EXPOSURE: &str = "--threshold=20";

/// The start of the program in the unit, which names no folder, so that it fits every place of installation.
const START: &str = "ExecStart=causeway ";

/// Checks that the service manager accepts the unit without a remark, and that its exposure is low.
pub(super) fn check_unit(sources: &Sources, program: &Program, stage: &Folder) -> Result<(), String> {
    let unit = fs::read_to_string(sources.root.join(UNIT)).map_err(|error| format!("{UNIT}: {error}"))?;
    if !unit.contains(START) {
        return Err(format!("{UNIT} has no line {START}…"));
    }
    let unit = unit.replace(START, &format!("ExecStart={} ", program.path.display()));
    stage.put("causeway.service", unit.as_bytes(), READABLE)?;
    let path = stage.path().join("causeway.service");
    let mut verify = Command::new("systemd-analyze");
    let verified = verify.arg("verify").arg(&path).stdin(Stdio::null()).output();
    let verified = verified.map_err(|cause| format!("cannot run {verify:?}: {cause}"))?;
    let remarks = String::from_utf8_lossy(&verified.stderr);
    if !verified.status.success() || !remarks.is_empty() {
        return Err(format!("systemd-analyze verify {UNIT}: {}\n{remarks}", verified.status));
    }
    output_of(Command::new("systemd-analyze").args(["security", "--offline=true", MAX_EXPOSURE]).arg(&path))?;
    Ok(())
}

/// Checks that `dpkg-deb` reads a package.
pub(super) fn check_package(package: &Path) -> Result<(), String> {
    let contents = output_of(Command::new("dpkg-deb").arg("--contents").arg(package))?;
    match contents.contains(" ./usr/bin/causeway\n") {
        true => Ok(()),
        false => Err(format!("{} has no program", package.display())),
    }
}

/// Checks that `skopeo` reads an image, if it is installed.
pub(super) fn check_image(image: &Path) -> Result<(), String> {
    if !succeeds(Command::new("skopeo").arg("--version")) {
        println!("skopeo is not installed, so it has not read the image");
        return Ok(());
    }
    output_of(Command::new("skopeo").arg("inspect").arg(format!("oci-archive:{}", image.display()))).map(drop)
}
