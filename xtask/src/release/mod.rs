//! `cargo xtask release`: the artefacts of a release, offline and reproducible.
//!
//! Archives, digests and the package are made by Debian's own programs (`tar`, `gzip`, `sha256sum`,
//! `dpkg-deb`), so that these tasks need no dependencies.

mod archive;
mod bill;
mod checks;
mod debian;
mod documents;
mod folder;
mod foreign;
mod image;
mod json;
mod licences;
mod packages;
mod program;
mod run;
mod sources;
mod tarball;

pub(crate) use run::run;
