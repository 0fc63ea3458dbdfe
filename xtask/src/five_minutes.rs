//! `cargo xtask five-minutes`: the quick start of the README in a bare Debian without compiler and network, from
//! the tarball and from the package; and the image for containers, entered as its user.
//!
//! The bare Debian is made once, which needs the network and root. Everything else works without network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::quick_start::{QuickStart, TerminalBlock};
use crate::watch::{output_of, succeed};

/// Packages of the bare Debian beside those that every Debian has: the programs that the README names.
const TOOLS: &str = "curl,openssl,python3";

/// The beginning of the command that downloads the files named behind it.
const DOWNLOAD: &str = "curl -L --remote-name-all https://example.com/causeway/releases/";

/// The folder of the artefacts in the bare Debian.
const ARTEFACTS: &str = "srv/artefacts";

/// The folder of the reader in the bare Debian.
const HOME: &str = "srv/reader";

/// Maximum number of commands from the download to the verified webhook.
const MAX_COMMANDS: usize = 10;

/// Functions that the script for a bare Debian begins with. `await` looks for a condition for half a minute.
const SCRIPT_START: &str = "set -eu
export PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
sudo() { \"$@\"; }
await() {
    for _ in $(seq 150); do
        if \"$@\" > /dev/null 2>&1; then return 0; fi
        sleep 0.2
    done
    echo \"timed out: $*\"; cat /srv/reader/*.log; exit 1
}
";

/// The script that runs the program of the image as its user, with no folder to write to but the one of its data.
const IMAGE_SCRIPT: &str = "set -eu
root=$1
ip link set lo up
mount --bind \"$root\" \"$root\"
mount -o remount,ro,bind \"$root\"
mount -t tmpfs -o uid=65532,gid=65532,mode=700 data \"$root/var/lib/causeway\"
causeway() {
    env -i PATH=\"$PATH\" SVC_DATA=/var/lib/causeway \\
        chroot --userspec=65532:65532 \"$root\" /usr/bin/causeway \"$@\"
}
causeway serve &
for _ in $(seq 150); do
    if causeway ready; then exit 0; fi
    sleep 0.2
done
exit 1
";

/// Runs the quick start from each artefact.
pub(crate) fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("these tasks are in no repository")?;
    let target = root.join("target");
    let artefacts = target.join("release-artefacts");
    if !artefacts.join("SHA256SUMS").is_file() {
        return Err("there are no artefacts: run cargo xtask release".to_owned());
    }
    let readme = fs::read_to_string(root.join("README.md")).map_err(|error| error.to_string())?;
    let quick_start = QuickStart::read(&readme)?;
    let bare = bare_debian(&target)?;
    for (name, download) in [("tarball", &quick_start.tarball), ("package", &quick_start.package)] {
        let commands = quick_start.commands(download);
        if commands > MAX_COMMANDS {
            return Err(format!("{name}: the README has {commands} commands, at most {MAX_COMMANDS}"));
        }
        println!("==> {name}: {commands} commands");
        let debian = target.join("bare-debian-run");
        remove_folder(&debian)?;
        succeed(Command::new("cp").arg("--archive").arg(&bare).arg(&debian))?;
        for folder in [ARTEFACTS, HOME] {
            fs::create_dir_all(debian.join(folder)).map_err(|error| error.to_string())?;
        }
        succeed(Command::new("cp").arg("--recursive").arg(artefacts.join(".")).arg(debian.join(ARTEFACTS)))?;
        fs::write(debian.join("srv/script"), script(download, &quick_start.terminals))
            .map_err(|error| error.to_string())?;
        enter(
            "ip link set lo up && mount -t proc proc \"$1/proc\" && exec chroot \"$1\" bash /srv/script",
            &debian,
        )?;
        remove_folder(&debian)?;
    }
    println!("==> image");
    let image = unpack_image(&artefacts, &target)?;
    enter(IMAGE_SCRIPT, &image)
}

/// Makes the bare Debian, unless an earlier run has made it.
fn bare_debian(target: &Path) -> Result<PathBuf, String> {
    let bare = target.join("bare-debian");
    if !bare.join("usr/bin/python3").exists() {
        let include = format!("--include={TOOLS}");
        succeed(Command::new("debootstrap").args(["--variant=minbase", &include, "bookworm"]).arg(&bare))
            .map_err(|cause| {
                format!("{cause}\nas root, apt-get install debootstrap; the first run needs the network")
            })?;
    }
    if bare.join("usr/bin/cc").exists() {
        return Err(format!("{} has a compiler: remove it", bare.display()));
    }
    Ok(bare)
}

/// Runs a script in namespaces of its own: no network but loopback, and no process that outlives it.
fn enter(script: &str, root: &Path) -> Result<(), String> {
    let mut command = Command::new("unshare");
    command.args(["--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script, "sh"]).arg(root);
    succeed(&mut command)
}

/// Unpacks the only layer of the image.
fn unpack_image(artefacts: &Path, target: &Path) -> Result<PathBuf, String> {
    let layout = target.join("image-layout");
    let root = target.join("image-root");
    for folder in [&layout, &root] {
        remove_folder(folder)?;
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let names = output_of(Command::new("ls").arg(artefacts))?;
    let name = names.lines().find(|name| name.ends_with(".oci.tar")).ok_or("there is no image")?;
    succeed(
        Command::new("tar").arg("--extract").arg("--file").arg(artefacts.join(name)).arg("-C").arg(&layout),
    )?;
    let loaded = fs::read_to_string(layout.join("manifest.json")).map_err(|error| error.to_string())?;
    let layer = loaded.split('"').rfind(|text| text.starts_with("blobs/")).ok_or("the image has no layer")?;
    succeed(
        Command::new("tar")
            .args(["--extract", "--gzip", "--file"])
            .arg(layout.join(layer))
            .arg("-C")
            .arg(&root),
    )?;
    remove_folder(&layout)?;
    Ok(root)
}

/// Removes a folder if it exists.
fn remove_folder(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Returns the script of a reader who pastes the blocks into terminals. The files are taken from the
/// artefacts instead of the network.
fn script(download: &str, terminals: &[TerminalBlock]) -> String {
    let local = download.replace(DOWNLOAD, &format!("cp /{ARTEFACTS}/"));
    let local = local.lines().map(|line| match line.starts_with("cp ") {
        true => format!("{line} .\n"),
        false => format!("{line}\n"),
    });
    let mut script = format!("{SCRIPT_START}export HOME=/{HOME}\ncd ~\n{}", local.collect::<String>());
    for TerminalBlock { terminal, commands } in terminals {
        let log = format!("~/{terminal}.log");
        script += &match terminal.as_str() {
            "3" => format!("{commands}await grep 'INCOMING_PAYMENT.COMPLETED signature verified' ~/2.log\n"),
            "1" => format!("(\n{commands}) > {log} 2>&1 &\nawait curl -f http://127.0.0.1:8080/readyz\n"),
            _ => format!("(\n{commands}) > {log} 2>&1 &\nawait grep waiting {log}\n"),
        };
    }
    script + "grep verified ~/2.log\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_downloads_nothing_and_waits_for_the_webhook() {
        let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md")).unwrap();
        let start = QuickStart::read(&readme).unwrap();
        for download in [&start.tarball, &start.package] {
            assert!(start.commands(download) <= MAX_COMMANDS, "{download}");
            let script = script(download, &start.terminals);
            assert!(
                !script.contains("example.com")
                    && script.contains("\ncp /srv/artefacts/{SHA256SUMS,causeway"),
                "{script}"
            );
            assert!(script.contains("await grep 'INCOMING_PAYMENT.COMPLETED"), "{script}");
        }
    }
}
