//! The layers of crates (docs/internals/architecture.md): a dependency between crates must point down, and
//! each layer must not use certain foreign crates.

use super::manifests::{Package, SECTIONS, packages};
use super::uphold::{Violation, uphold};

/// Each package with the packages of this workspace that it may depend on, for its build or its tests.
const FLOORS: &[(&str, &[&str])] = &[
    ("causeway-vocabulary", &[]),
    ("causeway-wallet-crypto", &[]),
    ("causeway-uma", &["causeway-vocabulary"]),
    ("causeway-rail-protocol", &["causeway-vocabulary"]),
    ("causeway-wire", &["causeway-vocabulary"]),
    ("causeway-domain", &["causeway-vocabulary", "causeway-uma"]),
    ("causeway-rail-check", &["causeway-vocabulary", "causeway-rail-protocol", "causeway-domain"]),
    ("causeway-store", &["causeway-vocabulary", "causeway-domain", "causeway-rail-protocol"]),
    (
        "causeway-service",
        &[
            "causeway-vocabulary",
            "causeway-uma",
            "causeway-rail-check",
            "causeway-rail-protocol",
            "causeway-wallet-crypto",
            "causeway-wire",
            "causeway-domain",
            "causeway-store",
        ],
    ),
    (
        "causeway-sandbox",
        &[
            "causeway-vocabulary",
            "causeway-uma",
            "causeway-wire",
            "causeway-domain",
            "causeway-store",
            "causeway-service",
        ],
    ),
    ("causeway-console", &["causeway-vocabulary", "causeway-domain", "causeway-service"]),
    (
        "causeway-wallet-keys",
        &[
            "causeway-vocabulary",
            "causeway-wallet-crypto",
            "causeway-domain",
            "causeway-store",
            "causeway-service",
        ],
    ),
    (
        "causeway",
        &[
            "causeway-wallet-keys",
            "causeway-console",
            "causeway-vocabulary",
            "causeway-uma",
            "causeway-rail-check",
            "causeway-rail-protocol",
            "causeway-wallet-crypto",
            "causeway-wire",
            "causeway-domain",
            "causeway-store",
            "causeway-service",
            "causeway-sandbox",
        ],
    ),
    (
        "causeway-simulation",
        &[
            "causeway-wallet-keys",
            "causeway-vocabulary",
            "causeway-uma",
            "causeway-rail-protocol",
            "causeway-wallet-crypto",
            "causeway-wire",
            "causeway-domain",
            "causeway-store",
            "causeway-service",
            "causeway-sandbox",
            "causeway",
            "causeway-testing",
        ],
    ),
    (
        "causeway-bench",
        &[
            "causeway-vocabulary",
            "causeway-wallet-crypto",
            "causeway-wire",
            "causeway-domain",
            "causeway-store",
            "causeway-service",
            "causeway",
            "causeway-testing",
        ],
    ),
    (
        "causeway-testing",
        &[
            "causeway-vocabulary",
            "causeway-uma",
            "causeway-rail-protocol",
            "causeway-domain",
            "causeway-store",
        ],
    ),
    ("xtask", &[]),
];

/// Foreign crates that only some packages may use: only the store knows the database engines, and no rule
/// waits or speaks HTTP.
const KEPT_TO: &[(&str, &[&str])] = &[
    ("rusqlite", &["causeway-store", "causeway-bench"]),
    ("tokio-postgres", &["causeway-store", "causeway-testing"]),
    ("postgres-protocol", &["causeway-store"]),
    ("axum", &["causeway", "causeway-console", "causeway-service", "causeway-simulation", "causeway-bench"]),
    ("reqwest", &["causeway-service"]),
    ("clap", &["causeway"]),
];

/// Packages of pure rules and shapes.
const PURE: &[&str] = &[
    "causeway-vocabulary",
    "causeway-uma",
    "causeway-rail-protocol",
    "causeway-wallet-crypto",
    "causeway-wire",
    "causeway-domain",
];

/// Foreign crates that the layers of pure rules and shapes must not use.
const NOT_PURE: &[&str] = &["tokio", "hyper", "hyper-util", "tower", "futures-util", "tracing"];

const TESTING: &str = "causeway-testing";

fn check(packages: &[Package]) -> Vec<Violation> {
    let mut found = Vec::new();
    for package in packages {
        let Some((_, floors)) = FLOORS.iter().find(|(name, _)| *name == package.name) else {
            found.push(Violation::new(&package.path, 0, "has no floor yet: give it one in crate_layers.rs"));
            continue;
        };
        for section in SECTIONS {
            for named in package.names(section) {
                if let Some(why) = refuse(&package.name, floors, section, named) {
                    found.push(Violation::new(&package.path, 0, format!("[{section}] {named}: {why}")));
                }
            }
        }
    }
    found
}

fn refuse(package: &str, floors: &[&str], section: &str, named: &str) -> Option<&'static str> {
    let tested = section == "dev-dependencies";
    if FLOORS.iter().any(|(ours, _)| *ours == named) {
        let allowed = floors.contains(&named) || (tested && (named == TESTING || named == package));
        return (!allowed).then_some("the arrow does not point down");
    }
    if tested {
        return None;
    }
    if KEPT_TO.iter().any(|(name, places)| *name == named && !places.contains(&package)) {
        return Some("belongs to another floor");
    }
    let pure = PURE.contains(&package);
    (pure && NOT_PURE.contains(&named)).then_some("nothing waits on this floor")
}

#[test]
fn dependencies_between_crates_point_down() {
    let packages = packages();
    let names: Vec<_> = packages.iter().map(|package| package.name.as_str()).collect();
    for (floor, _) in FLOORS {
        assert!(names.contains(floor), "{floor} is gone: take it out of the floors");
    }
    uphold("crate-layers", &check(&packages));
}

#[test]
fn finds_dependencies_that_point_up_or_aside() {
    use super::source::TextFile;
    let found = |name: &str, rest: &str| {
        let text = format!("[package]\nname = \"{name}\"\n{rest}");
        check(&[Package::new(&TextFile { path: "crates/x/Cargo.toml".into(), text })]).len()
    };
    assert_eq!(found("causeway-store", "[dependencies]\ncauseway-domain.workspace = true"), 0);
    assert_eq!(found("causeway-store", "[dependencies]\ncauseway-service.workspace = true"), 1);
    assert_eq!(found("causeway-domain", "[dev-dependencies]\ncauseway-wire.workspace = true"), 1);
    assert_eq!(found("causeway-domain", "[dev-dependencies]\ncauseway-testing.workspace = true"), 0);
    assert_eq!(found("causeway-domain", "[dependencies]\ncauseway-testing.workspace = true"), 1);
    assert_eq!(found("causeway-domain", "[dependencies]\ntokio.workspace = true"), 1);
    assert_eq!(found("causeway-service", "[dependencies]\nrusqlite.workspace = true"), 1);
    assert_eq!(found("causeway-attic", ""), 1);
}
