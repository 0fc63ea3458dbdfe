//! The bill of materials, in the format CycloneDX 1.5.

use super::json::Json;
use super::packages::{Package, Packages};
use super::sources::Sources;

/// Returns the bill of materials of the program.
pub(super) fn bill_of_materials(sources: &Sources, packages: &Packages) -> Result<String, String> {
    let program = format!("causeway {}", sources.version);
    let root =
        packages.get(&program).ok_or_else(|| format!("the program {program} is not in its own tree"))?;
    let others = packages.values().filter(|package| *package != root);
    let bill = Json::Object(vec![
        ("bomFormat", "CycloneDX".into()),
        ("specVersion", "1.5".into()),
        ("version", 1_u64.into()),
        (
            "metadata",
            Json::Object(vec![
                ("timestamp", sources.date()?.into()),
                ("component", component(root, "application")),
            ]),
        ),
        ("components", others.map(|package| component(package, "library")).collect::<Vec<_>>().into()),
        (
            "dependencies",
            packages.values().map(|package| edges(package, packages)).collect::<Vec<_>>().into(),
        ),
    ]);
    Ok(format!("{bill}\n"))
}

fn component(package: &Package, kind: &'static str) -> Json {
    let mut members: Vec<(&'static str, Json)> = vec![
        ("type", kind.into()),
        ("bom-ref", reference(package).into()),
        ("name", package.name.clone().into()),
        ("version", package.version.clone().into()),
        ("licenses", vec![Json::Object(vec![("expression", package.licence.clone().into())])].into()),
    ];
    if let Some(checksum) = &package.checksum {
        let hash = vec![("alg", "SHA-256".into()), ("content", checksum.clone().into())];
        members.push(("hashes", vec![Json::Object(hash)].into()));
        members.push(("purl", reference(package).into()));
    }
    if !package.repository.is_empty() {
        let source = vec![("type", "vcs".into()), ("url", package.repository.clone().into())];
        members.push(("externalReferences", vec![Json::Object(source)].into()));
    }
    Json::Object(members)
}

fn edges(package: &Package, packages: &Packages) -> Json {
    let needed = package.dependencies.iter().filter_map(|id| packages.get(id));
    Json::Object(vec![
        ("ref", reference(package).into()),
        ("dependsOn", needed.map(reference).collect::<Vec<_>>().into()),
    ])
}

/// Returns the package URL; a plus sign of a version is encoded in it.
fn reference(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version.replace('+', "%2B"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use super::super::sources::Platform;
    use super::*;

    const PLATFORM: Platform = Platform { target: "", triplet: "", architecture: "" };

    fn package(name: &str, checksum: Option<&str>, dependencies: &[&str]) -> Package {
        let own = |text: &&str| (*text).to_owned();
        Package {
            name: name.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            licence: "MIT".to_owned(),
            repository: String::new(),
            is_own: checksum.is_none(),
            checksum: checksum.as_ref().map(own),
            dependencies: dependencies.iter().map(own).collect::<BTreeSet<_>>(),
        }
    }

    #[test]
    fn the_bill_has_every_package_with_its_checksum_and_edges() {
        let version = env!("CARGO_PKG_VERSION");
        let one = format!("one {version}");
        let all = [package("causeway", None, &[&one]), package("one", Some("abc"), &[])];
        let packages = all.map(|package| (format!("{} {version}", package.name), package));
        let sources =
            Sources { root: PathBuf::new(), version, commit: String::new(), time: 0, platform: &PLATFORM };
        let bill = bill_of_materials(&sources, &packages.into_iter().collect()).unwrap();
        for part in [
            "\"timestamp\":\"1970-01-01T00:00:00Z\"",
            "\"hashes\":[{\"alg\":\"SHA-256\",\"content\":\"abc\"}]",
            &format!(
                "{{\"ref\":\"pkg:cargo/causeway@{version}\",\"dependsOn\":[\"pkg:cargo/one@{version}\"]}}"
            ),
        ] {
            assert!(bill.contains(part), "{part}: {bill}");
        }
        assert_eq!(bill.matches("\"purl\"").count(), 1, "{bill}");
    }
}
