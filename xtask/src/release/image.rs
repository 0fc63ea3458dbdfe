//! The image for containers: an OCI archive with one layer, made from nothing. It has the program, its
//! libraries and the certificates of public authorities, and no shell.

use std::fs;
use std::path::{Path, PathBuf};

use super::archive::{TarEntries, append, compress, sha256};
use super::documents::Documents;
use super::folder::{EXECUTABLE, Folder, PRIVATE, READABLE};
use super::foreign::DEBIAN_PACKAGES;
use super::json::Json;
use super::program::Program;
use super::sources::Sources;

/// User and group of the service.
const USER: u32 = 65_532;

/// The folder of the service's data.
const DATA: &str = "var/lib/causeway";

/// The folder of files that several processes share, for deployments with more than one.
const SHARED: &str = "var/lib/causeway-shared";

/// Certificates of public authorities, at the same place on this machine and in the image.
const CERTIFICATES: &str = "etc/ssl/certs/ca-certificates.crt";

const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIG: &str = "application/vnd.oci.image.config.v1+json";
const LAYER: &str = "application/vnd.oci.image.layer.v1.tar+gzip";

/// Nanoseconds in a second, the unit of health checks.
const SECOND: u64 = 1_000_000_000;

/// A file of the image, named by its digest.
#[derive(Debug)]
struct Blob {
    media_type: &'static str,
    /// SHA-256 in hex digits.
    digest: String,
    size: u64,
}

impl Blob {
    /// Moves a file into the layout.
    fn store(layout: &Folder, file: &Path, media_type: &'static str) -> Result<Self, String> {
        let digest = sha256(file)?;
        let failed = |error: std::io::Error| format!("cannot store {}: {error}", file.display());
        let size = fs::metadata(file).map_err(failed)?.len();
        layout.copy(file, &format!("blobs/sha256/{digest}"), READABLE)?;
        fs::remove_file(file).map_err(failed)?;
        Ok(Self { media_type, digest, size })
    }

    /// Writes a document into the layout.
    fn write(layout: &Folder, document: &Json, media_type: &'static str) -> Result<Self, String> {
        layout.put("draft", document.to_string().as_bytes(), READABLE)?;
        Self::store(layout, &layout.path().join("draft"), media_type)
    }

    fn descriptor(&self) -> Vec<(&'static str, Json)> {
        vec![
            ("mediaType", self.media_type.into()),
            ("digest", format!("sha256:{}", self.digest).into()),
            ("size", self.size.into()),
        ]
    }

    fn path(&self) -> Json {
        format!("blobs/sha256/{}", self.digest).into()
    }
}

/// Makes the archive in a folder, and returns its path.
pub(super) fn make(
    sources: &Sources,
    program: &Program,
    documents: &Documents,
    into: &Path,
) -> Result<PathBuf, String> {
    let root = Folder::create(into.join("stage"))?;
    fill(&root, sources, program, documents)?;
    let layout = Folder::create(into.join("layout"))?;
    write_layout(&layout, &root, sources)?;
    let archive = into.join(format!("{}.oci.tar", sources.name()));
    let content = ["blobs", "index.json", "manifest.json", "oci-layout"];
    let entries = TarEntries { folder: layout.path(), names: &content, without: &[], owner: 0 };
    append(&archive, entries, sources.time)?;
    fs::remove_dir_all(layout.path()).map_err(|error| format!("cannot remove the layout: {error}"))?;
    Ok(archive)
}

/// Puts the file system of the image together.
fn fill(root: &Folder, sources: &Sources, program: &Program, documents: &Documents) -> Result<(), String> {
    root.copy(&program.path, "usr/bin/causeway", EXECUTABLE)?;
    for library in &program.libraries {
        root.copy(library, library.to_string_lossy().trim_start_matches('/'), EXECUTABLE)?;
    }
    root.copy(&Path::new("/").join(CERTIFICATES), CERTIFICATES, READABLE)?;
    root.put("etc/passwd", format!("causeway:x:{USER}:{USER}::/{DATA}:/nonexistent\n").as_bytes(), READABLE)?;
    root.put("etc/group", format!("causeway:x:{USER}:\n").as_bytes(), READABLE)?;
    root.put("etc/nsswitch.conf", b"passwd: files\ngroup: files\nhosts: files dns\n", READABLE)?;
    root.copy(&sources.root.join("LICENSE"), "usr/share/doc/causeway/LICENSE", READABLE)?;
    let licences = "THIRD-PARTY-LICENCES.txt";
    root.put(&format!("usr/share/doc/causeway/{licences}"), documents.text(licences)?, READABLE)?;
    let bill = "usr/share/doc/causeway/bill-of-materials.cdx.json";
    root.put(bill, documents.image_bill.as_bytes(), READABLE)?;
    for package in DEBIAN_PACKAGES {
        let notice = format!("usr/share/doc/{}/copyright", package.name);
        root.copy(&Path::new("/").join(&notice), &notice, READABLE)?;
    }
    root.add_folder(SHARED, PRIVATE)?;
    root.add_folder(DATA, PRIVATE)
}

/// Writes the layout of an image with one layer: this file system.
fn write_layout(layout: &Folder, root: &Folder, sources: &Sources) -> Result<(), String> {
    let own = [format!("./{DATA}"), format!("./{SHARED}")];
    let own = own.each_ref().map(String::as_str);
    let tar = layout.path().join("layer.tar");
    let all = TarEntries { folder: root.path(), names: &["."], without: &own, owner: 0 };
    append(&tar, all, sources.time)?;
    append(&tar, TarEntries { names: &own, without: &[], owner: USER, ..all }, sources.time)?;
    let content = sha256(&tar)?;
    let compressed = layout.path().join("layer.tar.gz");
    compress(&tar, &compressed)?;
    fs::remove_file(&tar).map_err(|error| format!("cannot remove the layer: {error}"))?;
    let layer = Blob::store(layout, &compressed, LAYER)?;
    let config = Blob::write(layout, &configuration(sources, &content)?, CONFIG)?;
    let tag = format!("causeway:{}", sources.version);
    let loaded = Json::Object(vec![
        ("Config", config.path()),
        ("RepoTags", vec![tag.clone()].into()),
        ("Layers", vec![layer.path()].into()),
    ]);
    let manifest = Json::Object(vec![
        ("schemaVersion", 2_u64.into()),
        ("mediaType", MANIFEST.into()),
        ("config", Json::Object(config.descriptor())),
        ("layers", vec![Json::Object(layer.descriptor())].into()),
    ]);
    let mut manifest = Blob::write(layout, &manifest, MANIFEST)?.descriptor();
    let names = vec![
        ("io.containerd.image.name", format!("docker.io/library/{tag}").into()),
        ("org.opencontainers.image.ref.name", sources.version.into()),
    ];
    manifest.push(("annotations", Json::Object(names)));
    let index = Json::Object(vec![
        ("schemaVersion", 2_u64.into()),
        ("manifests", vec![Json::Object(manifest)].into()),
    ]);
    layout.put("index.json", index.to_string().as_bytes(), READABLE)?;
    // Programs that know only Docker's own form read this file.
    layout.put("manifest.json", Json::List(vec![loaded]).to_string().as_bytes(), READABLE)?;
    layout.put("oci-layout", b"{\"imageLayoutVersion\":\"1.0.0\"}", READABLE)
}

/// Returns the configuration of the image.
fn configuration(sources: &Sources, layer: &str) -> Result<Json, String> {
    let date = sources.date()?;
    let empty = || Json::Object(Vec::new());
    let environment = [
        "PATH=/usr/bin".to_owned(),
        format!("SVC_DATA=/{DATA}"),
        "SVC_LISTEN=0.0.0.0:8080".to_owned(),
        format!("SSL_CERT_FILE=/{CERTIFICATES}"),
    ];
    let health = vec![
        ("Test", vec!["CMD", "causeway", "ready"].into()),
        ("Interval", (10 * SECOND).into()),
        ("Timeout", (10 * SECOND).into()),
        ("StartPeriod", (60 * SECOND).into()),
        ("Retries", 3_u64.into()),
    ];
    let labels = vec![
        ("org.opencontainers.image.licenses", "Apache-2.0".into()),
        ("org.opencontainers.image.revision", sources.commit.clone().into()),
        ("org.opencontainers.image.title", "causeway".into()),
        ("org.opencontainers.image.version", sources.version.into()),
    ];
    let process = vec![
        ("User", format!("{USER}:{USER}").into()),
        ("ExposedPorts", Json::Object(vec![("8080/tcp", empty())])),
        ("Env", environment.to_vec().into()),
        ("Entrypoint", vec!["/usr/bin/causeway"].into()),
        ("Cmd", vec!["serve"].into()),
        ("Volumes", Json::Object(vec![("/var/lib/causeway", empty())])),
        ("WorkingDir", format!("/{DATA}").into()),
        ("StopSignal", "SIGTERM".into()),
        ("Healthcheck", Json::Object(health)),
        ("Labels", Json::Object(labels)),
    ];
    let layers = vec![("type", "layers".into()), ("diff_ids", vec![format!("sha256:{layer}")].into())];
    let step = vec![("created", date.clone().into()), ("created_by", "cargo xtask release".into())];
    Ok(Json::Object(vec![
        ("created", date.into()),
        ("architecture", sources.platform.architecture.into()),
        ("os", "linux".into()),
        ("config", Json::Object(process)),
        ("rootfs", Json::Object(layers)),
        ("history", vec![Json::Object(step)].into()),
    ]))
}

#[cfg(test)]
mod tests {
    use super::super::folder::scratch;
    use super::super::sources::Platform;
    use super::*;

    const PLATFORM: Platform = Platform { target: "", triplet: "", architecture: "amd64" };

    /// Writes the layout of a small image, and returns its folder.
    fn layout(name: &str) -> Folder {
        let sources = Sources {
            root: PathBuf::new(),
            version: "1.2.3",
            commit: "abc".to_owned(),
            time: 1_700_000_000,
            platform: &PLATFORM,
        };
        let root = scratch::folder(&format!("{name}-root"));
        root.put("usr/bin/causeway", b"program", EXECUTABLE).unwrap();
        [DATA, SHARED].iter().for_each(|name| root.add_folder(name, PRIVATE).unwrap());
        let layout = scratch::folder(&format!("{name}-layout"));
        write_layout(&layout, &root, &sources).unwrap();
        fs::remove_dir_all(root.path()).unwrap();
        layout
    }

    #[test]
    fn every_blob_is_named_by_its_digest_and_referred_to() {
        let layout = layout("blobs");
        let read = |name: &str| fs::read_to_string(layout.path().join(name)).unwrap();
        let blobs = fs::read_dir(layout.path().join("blobs/sha256")).unwrap();
        let digests: Vec<String> = blobs
            .map(|blob| {
                let path = blob.unwrap().path();
                let digest = sha256(&path).unwrap();
                assert_eq!(path.file_name().unwrap().to_str(), Some(digest.as_str()));
                digest
            })
            .collect();
        let [index, loaded] = ["index.json", "manifest.json"].map(read);
        let manifest = digests.iter().find(|digest| index.contains(*digest)).unwrap();
        let manifest = read(&format!("blobs/sha256/{manifest}"));
        assert_eq!(digests.len(), 3);
        for digest in &digests {
            assert!(index.contains(digest) || manifest.contains(digest), "{digest}: {index} {manifest}");
            assert!(index.contains(digest) || loaded.contains(digest), "{digest}: {index} {loaded}");
        }
        assert!(loaded.contains("causeway:1.2.3"), "{loaded}");
        fs::remove_dir_all(layout.path()).unwrap();
    }

    #[test]
    fn the_same_content_is_the_same_image() {
        let layouts = ["one", "other"].map(layout);
        let [one, other] =
            layouts.each_ref().map(|layout| fs::read_to_string(layout.path().join("index.json")).unwrap());
        assert_eq!(one, other);
        layouts.iter().for_each(|layout| fs::remove_dir_all(layout.path()).unwrap());
    }
}
