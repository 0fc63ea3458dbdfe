//! Build information for `causeway version`: the compiler, the target and the profile.

use std::env;
use std::process::Command;

fn main() {
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(compiler).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let unknown = || "unknown".to_owned();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=CAUSEWAY_RUSTC={}", version.unwrap_or_else(|_| unknown()));
    for [name, variable] in [["CAUSEWAY_TARGET", "TARGET"], ["CAUSEWAY_PROFILE", "PROFILE"]] {
        println!("cargo::rustc-env={name}={}", env::var(variable).unwrap_or_else(|_| unknown()));
    }
}
