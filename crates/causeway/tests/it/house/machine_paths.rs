//! The repository is independent of machines: no file names an absolute path of one, or a host of packages.

use super::source::{TextFile, text_files};
use super::uphold::{Violation, uphold};

/// Split in two parts each, so that this file does not break its own rule.
const PLACES: &[(&str, &str)] =
    &[("/ho", "me/"), ("/ro", "ot/"), ("/Us", "ers/"), ("/wo", "rk/"), ("/tm", "p/"), ("/var/t", "mp/")];

const HOSTS: &[(&str, &str)] =
    &[("crates", ".io"), ("docs", ".rs"), ("static.rust-", "lang.org"), ("py", "pi.org"), ("np", "mjs.com")];

fn check(files: &[TextFile]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files {
        for (index, line) in file.text.lines().enumerate() {
            for place in PLACES.iter().map(|(head, tail)| format!("{head}{tail}")) {
                if names_place(line, &place) {
                    let what = format!("names {place}: take it from the environment or from an argument");
                    found.push(Violation::new(&file.path, index + 1, what));
                }
            }
            for host in HOSTS.iter().map(|(head, tail)| format!("{head}{tail}")) {
                if line.contains(&host) {
                    let what = format!("names the host {host}: say what the package is, not where it lies");
                    found.push(Violation::new(&file.path, index + 1, what));
                }
            }
        }
    }
    found
}

/// Returns `true` if the line has this absolute path, and not only a relative path or URL with the same end.
fn names_place(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.' | '}' | '/' | '*'))
    })
}

#[test]
fn no_file_names_a_machine_or_a_package_host() {
    uphold("machine-paths", &check(text_files()));
}

#[test]
fn finds_planted_places() {
    let planted = |text: String| check(&[TextFile { path: "a.md".into(), text }]).len();
    assert_eq!(planted(format!("see {}{}x", PLACES[0].0, PLACES[0].1)), 1);
    assert_eq!(planted(format!("\"{}{}x\"", PLACES[4].0, PLACES[4].1)), 1);
    assert_eq!(planted(format!("https://{}{}/serde", HOSTS[0].0, HOSTS[0].1)), 1);
    assert_eq!(planted(format!("crates{}{}x", PLACES[3].0, PLACES[3].1)), 0, "a relative path");
}
