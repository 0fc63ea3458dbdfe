//! The bills of materials, in the format CycloneDX 1.5.

use super::foreign::{BundledPackage, ForeignPackage};
use super::json::Json;
use super::packages::{Package, Packages};
use super::sources::Sources;

/// The image, within its own bill.
const IMAGE: &str = "image";

/// The parts of the program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) packages: &'a Packages,
    pub(super) bundled: &'a [BundledPackage],
}

/// Returns the bill of materials of the program.
pub(super) fn program_bill(sources: &Sources, parts: Parts<'_>) -> Result<String, String> {
    let root = parts.root(sources)?;
    bill(sources, component(root, "application"), parts.libraries(root), parts.edges())
}

/// Returns the bill of materials of the image: the parts of the program, and Debian's packages.
pub(super) fn image_bill(
    sources: &Sources,
    parts: Parts<'_>,
    debian: &[ForeignPackage],
) -> Result<String, String> {
    let root = parts.root(sources)?;
    let subject = Json::Object(vec![
        ("type", "container".into()),
        ("bom-ref", IMAGE.into()),
        ("name", root.name.clone().into()),
        ("version", root.version.clone().into()),
    ]);
    let mut components = vec![component(root, "application")];
    components.extend(parts.libraries(root));
    components.extend(debian.iter().map(foreign_component));
    let mut contained = vec![reference(root)];
    contained.extend(debian.iter().map(|package| package.url.clone()));
    let mut edges = vec![edge(IMAGE.to_owned(), contained)];
    edges.extend(parts.edges());
    bill(sources, subject, components, edges)
}

impl<'a> Parts<'a> {
    fn root(self, sources: &Sources) -> Result<&'a Package, String> {
        let program = format!("causeway {}", sources.version);
        let root = self.packages.get(&program);
        root.ok_or_else(|| format!("the program {program} is not in its own tree"))
    }

    /// Returns all parts but the program itself.
    fn libraries(self, root: &Package) -> Vec<Json> {
        let others = self.packages.values().filter(|package| *package != root);
        let others = others.map(|package| component(package, "library"));
        others.chain(self.bundled.iter().map(|one| foreign_component(&one.package))).collect()
    }

    /// Returns the needs of each package.
    fn edges(self) -> Vec<Json> {
        let edges = self.packages.iter().map(|(id, package)| {
            let needed = package.dependencies.iter().filter_map(|needed| self.packages.get(needed));
            let bundled = self.bundled.iter().filter(|one| one.container == *id);
            let bundled = bundled.map(|one| one.package.url.clone());
            edge(reference(package), needed.map(reference).chain(bundled).collect())
        });
        edges.collect()
    }
}

fn bill(sources: &Sources, subject: Json, components: Vec<Json>, edges: Vec<Json>) -> Result<String, String> {
    let serial_number = sources.serial_number(&subject.to_string())?;
    let metadata = vec![("timestamp", sources.date()?.into()), ("component", subject)];
    let bill = Json::Object(vec![
        ("bomFormat", "CycloneDX".into()),
        ("specVersion", "1.5".into()),
        ("serialNumber", serial_number.into()),
        ("version", 1_u64.into()),
        ("metadata", Json::Object(metadata)),
        ("components", components.into()),
        ("dependencies", edges.into()),
    ]);
    Ok(format!("{bill}\n"))
}

fn component(package: &Package, kind: &'static str) -> Json {
    let mut members: Vec<(&'static str, Json)> = vec![
        ("type", kind.into()),
        ("bom-ref", reference(package).into()),
        ("name", package.name.clone().into()),
        ("version", package.version.clone().into()),
        ("licenses", licences(&package.licence)),
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

fn foreign_component(package: &ForeignPackage) -> Json {
    let mut members: Vec<(&'static str, Json)> = vec![
        ("type", "library".into()),
        ("bom-ref", package.url.clone().into()),
        ("name", package.name.into()),
        ("version", package.version.clone().into()),
        ("licenses", licences(package.licence)),
        ("purl", package.url.clone().into()),
    ];
    if let Some(cpe) = &package.cpe {
        members.push(("cpe", cpe.clone().into()));
    }
    Json::Object(members)
}

fn licences(expression: &str) -> Json {
    vec![Json::Object(vec![("expression", expression.into())])].into()
}

fn edge(from: String, to: Vec<String>) -> Json {
    Json::Object(vec![("ref", from.into()), ("dependsOn", to.into())])
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

    fn foreign(name: &'static str, url: &str) -> ForeignPackage {
        let cpe = Some(format!("cpe:{name}"));
        ForeignPackage { name, version: "3.0".to_owned(), licence: "blessing", url: url.to_owned(), cpe }
    }

    #[test]
    fn the_bills_have_every_package_with_its_checksum_and_edges() {
        let version = env!("CARGO_PKG_VERSION");
        let one = format!("one {version}");
        let all = [package("causeway", None, &[&one]), package("one", Some("abc"), &[])];
        let packages = all.map(|package| (format!("{} {version}", package.name), package));
        let packages: Packages = packages.into_iter().collect();
        let within =
            BundledPackage { package: foreign("two", "pkg:two"), container: one, notice: String::new() };
        let parts = Parts { packages: &packages, bundled: &[within] };
        let sources =
            Sources { root: PathBuf::new(), version, commit: String::new(), time: 0, platform: &PLATFORM };
        let bill = program_bill(&sources, parts).unwrap();
        let image = image_bill(&sources, parts, &[foreign("three", "pkg:three")]).unwrap();
        let program = format!("pkg:cargo/causeway@{version}");
        for part in [
            "\"timestamp\":\"1970-01-01T00:00:00Z\"",
            "\"hashes\":[{\"alg\":\"SHA-256\",\"content\":\"abc\"}]",
            &format!("{{\"ref\":\"{program}\",\"dependsOn\":[\"pkg:cargo/one@{version}\"]}}"),
            &format!("{{\"ref\":\"pkg:cargo/one@{version}\",\"dependsOn\":[\"pkg:two\"]}}"),
            "\"licenses\":[{\"expression\":\"blessing\"}],\"purl\":\"pkg:two\",\"cpe\":\"cpe:two\"}",
        ] {
            assert!(bill.contains(part) && image.contains(part), "{part}: {bill} {image}");
        }
        assert_eq!(bill.matches("\"purl\"").count(), 2, "{bill}");
        let of_image = format!("{{\"ref\":\"image\",\"dependsOn\":[\"{program}\",\"pkg:three\"]}}");
        assert!(image.contains(&of_image) && image.contains("\"purl\":\"pkg:three\""), "{image}");
        let serial = |bill: &str| bill.split('"').nth(11).map(str::to_owned);
        assert!(serial(&bill).is_some_and(|serial| serial.starts_with("urn:uuid:")), "{bill}");
        assert_ne!(serial(&bill), serial(&image));
    }
}
