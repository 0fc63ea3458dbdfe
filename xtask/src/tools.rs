//! Programs that the tests need beside the Rust toolchain, installed from Debian's packages if missing.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::watch::{succeed, succeeds};

/// A program that the tests start.
struct Tool {
    name: &'static str,
    /// The Debian package that contains it.
    package: &'static str,
    is_here: fn() -> bool,
}

/// PostgreSQL for the tests' own server (one that the package may have started is not touched), the programs
/// that the documents and their samples use, a browser for the pages, Prometheus for its rules, and a tracer that kills
/// programs in their system calls.
const TOOLS: [Tool; 9] = [
    Tool { name: "PostgreSQL's server programs", package: "postgresql", is_here: has_postgres },
    Tool { name: "curl", package: "curl", is_here: has_curl },
    Tool { name: "OpenSSL", package: "openssl", is_here: has_openssl },
    Tool { name: "Python", package: "python3", is_here: has_python },
    Tool { name: "Python's cryptography", package: "python3-cryptography", is_here: has_cryptography },
    Tool { name: "Node.js", package: "nodejs", is_here: has_node },
    Tool { name: "Chromium", package: "chromium", is_here: has_chromium },
    Tool { name: "Prometheus", package: "prometheus", is_here: has_prometheus },
    Tool { name: "strace", package: "strace", is_here: has_strace },
];

/// The programs of a PostgreSQL cluster.
const FAILOVER_TOOLS: [Tool; 4] = [
    Tool { name: "PostgreSQL's server programs", package: "postgresql", is_here: has_postgres },
    Tool { name: "Patroni", package: "patroni", is_here: has_patroni },
    Tool { name: "etcd", package: "etcd-server", is_here: has_etcd },
    Tool { name: "HAProxy", package: "haproxy", is_here: has_haproxy },
];

/// Installs missing programs that the tests need.
pub(crate) fn install() -> Result<(), String> {
    install_all(&TOOLS)
}

/// Installs missing programs of a PostgreSQL cluster.
pub(crate) fn install_for_failover() -> Result<(), String> {
    install_all(&FAILOVER_TOOLS)
}

fn install_all(tools: &[Tool]) -> Result<(), String> {
    let missing: Vec<&str> = tools.iter().filter(|tool| !(tool.is_here)()).map(|tool| tool.package).collect();
    if !missing.is_empty() {
        apt(&["update"], &missing)?;
        apt(&[&["install", "--yes", "--no-install-recommends"], missing.as_slice()].concat(), &missing)?;
    }
    for tool in tools {
        if !(tool.is_here)() {
            return Err(format!("{} could not be installed: {}", tool.name, remedy(&missing)));
        }
        println!("{}: installed", tool.name);
    }
    Ok(())
}

fn apt(words: &[&str], missing: &[&str]) -> Result<(), String> {
    let mut command = as_root("apt-get");
    command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
    succeed(&mut command).map_err(|cause| format!("{cause}\n{}", remedy(missing)))
}

fn remedy(missing: &[&str]) -> String {
    format!("as root, apt-get install {}", missing.join(" "))
}

fn has_postgres() -> bool {
    let complete = |folder: &Path| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    let packaged = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    packaged.map(|version| version.path().join("bin")).chain(on_path()).any(|folder| complete(&folder))
}

fn has_curl() -> bool {
    is_on_path("curl")
}

fn has_openssl() -> bool {
    is_on_path("openssl")
}

fn has_python() -> bool {
    is_on_path("python3")
}

fn has_node() -> bool {
    is_on_path("node")
}

fn has_chromium() -> bool {
    is_on_path("chromium")
}

fn has_prometheus() -> bool {
    is_on_path("prometheus") && is_on_path("promtool")
}

fn has_patroni() -> bool {
    is_on_path("patroni") && is_on_path("patronictl")
}

fn has_etcd() -> bool {
    is_on_path("etcd")
}

/// Also finds it in the folder that only root has on its path.
fn has_haproxy() -> bool {
    is_on_path("haproxy") || Path::new("/usr/sbin/haproxy").is_file()
}

fn has_cryptography() -> bool {
    succeeds(Command::new("python3").args(["-c", "import cryptography"]))
}

fn has_strace() -> bool {
    is_on_path("strace")
}

fn is_on_path(program: &str) -> bool {
    on_path().iter().any(|folder| folder.join(program).is_file())
}

fn on_path() -> Vec<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect()
}

/// Creates a command that runs a program as root: directly as root, otherwise through sudo if that needs no
/// password.
fn as_root(program: &str) -> Command {
    let root = Command::new("id").arg("-u").output().is_ok_and(|printed| printed.stdout.trim_ascii() == b"0");
    if root || !succeeds(Command::new("sudo").args(["--non-interactive", "true"])) {
        return Command::new(program);
    }
    let mut command = Command::new("sudo");
    command.args(["--non-interactive", "--preserve-env=DEBIAN_FRONTEND", program]);
    command
}
