//! The pictures of the documentation, made from the demonstration. `cargo xtask screenshots` sets the folder.

use std::path::{Path, PathBuf};

use super::visit::Visit;
use crate::served_demo::ServedDemo;

/// The environment variable with the folder; `cargo xtask screenshots` has the same name.
const FOLDER: &str = "CAUSEWAY_SCREENSHOTS";

/// The sizes of the windows.
const WIDE: [u32; 2] = [1440, 900];
const PHONE: [u32; 2] = [390, 844];

/// The names of the pictures.
const NAMES: [&str; 8] = ["home", "payment", "customer", "inbox", "action", "webhook", "find", "phone"];

/// Takes each picture, and hands it to `keep`.
fn take(visit: &mut Visit, mut keep: impl FnMut(&str, &[u8])) {
    visit.browser.prefer("light");
    visit.browser.zoom(WIDE[0], WIDE[1], 1);
    let stuck = visit.first_id("payments?status=PROCESSING");
    let customer = visit.first_id("verifications");
    let webhook = visit.first_id("webhooks");
    let home = visit.home.clone();
    for (name, path) in [
        ("home", home.clone()),
        ("payment", format!("{home}/payments/{stuck}")),
        ("customer", format!("{home}/verifications/{customer}")),
        ("inbox", format!("{home}/inbox")),
        ("action", format!("{home}/payments/{stuck}/settle")),
        ("webhook", format!("{home}/webhooks/{webhook}")),
    ] {
        visit.open(&path);
        keep(name, &visit.browser.picture());
    }
    visit.restart();
    visit.find("erika musterfrau");
    keep("find", &visit.browser.picture());
    visit.browser.zoom(PHONE[0], PHONE[1], 2);
    visit.restart();
    keep("phone", &visit.browser.picture());
}

#[test]
fn the_pictures_of_the_documentation_are_made() {
    let folder = std::env::var_os(FOLDER).map(PathBuf::from);
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    let mut names = Vec::new();
    take(&mut visit, |name, picture| {
        assert!(picture.starts_with(b"\x89PNG"), "{name} is no picture");
        names.push(name.to_owned());
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{name}.png")), picture).expect("the folder can be written");
        }
    });
    assert_eq!(names, NAMES);
}

#[test]
fn the_documentation_shows_all_pictures() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operating/console.md");
    let text = std::fs::read_to_string(page).unwrap();
    for name in NAMES {
        assert!(text.contains(&format!("(console/{name}.png)")), "{name} is not in the documentation");
    }
}
