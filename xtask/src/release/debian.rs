//! Debian's package, made by `dpkg-deb`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::documents::{BOARD, Documents, RULES, UNIT};
use super::folder::{EXECUTABLE, Folder, PRIVATE, READABLE};
use super::program::Program;
use super::sources::Sources;
use crate::watch::succeed;

/// Scripts that run when the package is installed or removed.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

/// The folder of the repository with the scripts and the configuration of the package.
const SOURCE: &str = "deploy/debian";

/// The file with the variables of the service, which an upgrade leaves as its operator has written it.
const VARIABLES: &str = "etc/causeway/causeway.env";

/// Makes the package in a folder, and returns its path.
pub(super) fn make(
    sources: &Sources,
    program: &Program,
    documents: &Documents,
    into: &Path,
) -> Result<PathBuf, String> {
    let stage = Folder::create(into.join("stage"))?;
    let from = |name: &str| sources.root.join(name);
    stage.copy(&program.path, "usr/bin/causeway", EXECUTABLE)?;
    stage.copy(&from(UNIT), "usr/lib/systemd/system/causeway.service", READABLE)?;
    stage.copy(&from(&format!("{SOURCE}/causeway.env")), VARIABLES, READABLE)?;
    stage.add_folder("etc/causeway/credentials", PRIVATE)?;
    stage.copy(&from(RULES), "usr/share/causeway/causeway.rules.yml", READABLE)?;
    stage.copy(&from(BOARD), "usr/share/causeway/causeway.grafana.json", READABLE)?;
    for (name, place) in [
        ("completions/causeway.bash", "usr/share/bash-completion/completions/causeway"),
        ("completions/_causeway", "usr/share/zsh/vendor-completions/_causeway"),
        ("completions/causeway.fish", "usr/share/fish/vendor_completions.d/causeway.fish"),
        ("THIRD-PARTY-LICENCES.txt", "usr/share/doc/causeway/THIRD-PARTY-LICENCES.txt"),
        ("bill-of-materials.cdx.json", "usr/share/doc/causeway/bill-of-materials.cdx.json"),
    ] {
        stage.put(place, documents.text(name)?, READABLE)?;
    }
    for name in documents.files.iter().filter(|name| !name.starts_with("deploy/")) {
        stage.copy(&from(name), &format!("usr/share/doc/causeway/{name}"), READABLE)?;
    }
    stage.put("usr/share/doc/causeway/copyright", copyright(sources)?.as_bytes(), READABLE)?;
    // The control files are not installed, so they do not count.
    let size = stage.size()?;
    for name in SCRIPTS {
        stage.copy(&from(&format!("{SOURCE}/{name}")), &format!("DEBIAN/{name}"), EXECUTABLE)?;
    }
    stage.put("DEBIAN/conffiles", format!("/{VARIABLES}\n").as_bytes(), READABLE)?;
    stage.put("DEBIAN/control", control(sources, program, size).as_bytes(), READABLE)?;
    let package = into.join(format!("causeway_{}_{}.deb", sources.version, sources.platform.architecture));
    let mut command = Command::new("dpkg-deb");
    command.args(["--root-owner-group", "--uniform-compression", "-Zxz", "--build"]);
    command.arg(stage.path()).arg(&package).env("SOURCE_DATE_EPOCH", sources.time.to_string());
    succeed(&mut command)?;
    Ok(package)
}

fn control(sources: &Sources, program: &Program, size: u64) -> String {
    let fields = [
        "Package: causeway".to_owned(),
        format!("Version: {}", sources.version),
        format!("Architecture: {}", sources.platform.architecture),
        "Maintainer: The Causeway authors <causeway@example.com>".to_owned(),
        format!("Installed-Size: {}", size.div_ceil(1024)),
        format!("Depends: {}, passwd", program.packages.join(", ")),
        "Recommends: ca-certificates".to_owned(),
        "Section: net".to_owned(),
        "Priority: optional".to_owned(),
        "Description: payments across borders and currencies".to_owned(),
        " A self-hosted service that moves money across borders and currencies for".to_owned(),
        " platforms and their customers, over one tamper-evident ledger.".to_owned(),
    ];
    fields.join("\n") + "\n"
}

/// Returns the copyright notice, in Debian's machine-readable form.
fn copyright(sources: &Sources) -> Result<String, String> {
    let path = sources.root.join("LICENSE");
    let text =
        fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let holder = text.lines().find_map(|line| line.trim().strip_prefix("Copyright "));
    let holder = holder.ok_or("LICENSE names no holder of the copyright")?;
    Ok(format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n\
         Files: *\nCopyright: {holder}\nLicense: Apache-2.0\n \
         The full text is in /usr/share/common-licenses/Apache-2.0.\n\
         Comment: The licences of packages in the program are in THIRD-PARTY-LICENCES.txt.\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::sources::Platform;
    use super::*;

    const PLATFORM: Platform = Platform { target: "", triplet: "", architecture: "amd64" };

    #[test]
    fn the_control_file_has_the_computed_fields() {
        let sources = Sources {
            root: PathBuf::new(),
            version: "1.2.3",
            commit: String::new(),
            time: 0,
            platform: &PLATFORM,
        };
        let packages = vec!["libc6 (>= 2.34)".to_owned(), "libgcc-s1".to_owned()];
        let program = Program { path: PathBuf::new(), libraries: Vec::new(), packages };
        let control = control(&sources, &program, 1025);
        for line in [
            "Version: 1.2.3",
            "Architecture: amd64",
            "Installed-Size: 2",
            "Depends: libc6 (>= 2.34), libgcc-s1, passwd",
        ] {
            assert!(control.lines().any(|other| other == line), "{line}: {control}");
        }
    }
}
