//! The names of platforms as operators spell them.

use causeway_domain::ids::Id;
use causeway_domain::search::{ResourceKind, ShortId};
use causeway_store::platforms::PlatformRecord;

/// Names with at least this similarity (1 is equal) count as misspellings.
const MIN_LIKENESS: f64 = 0.8;
/// Maximum number of names in a remedy.
const MAX_NAMES: usize = 10;

/// Returns the platforms that a text names: those with the name, else those with it in another case, else those whose
/// ids have this end.
pub(super) fn named<'a>(platforms: &'a [PlatformRecord], text: &str) -> Vec<&'a PlatformRecord> {
    let exact: Vec<&PlatformRecord> = platforms.iter().filter(|platform| platform.name == text).collect();
    if !exact.is_empty() {
        return exact;
    }
    let lower = text.to_lowercase();
    let in_any_case = platforms.iter().filter(|platform| platform.name.to_lowercase() == lower);
    let in_any_case: Vec<&PlatformRecord> = in_any_case.collect();
    match ShortId::of(text) {
        Some(short) if in_any_case.is_empty() => {
            platforms.iter().filter(|platform| has_end(platform, &short)).collect()
        }
        _ => in_any_case,
    }
}

fn has_end(platform: &PlatformRecord, short: &ShortId) -> bool {
    let is_of_platform = short.kinds.is_empty() || short.kinds.contains(&ResourceKind::Platform);
    is_of_platform && platform.id.uuid().simple().to_string().ends_with(&short.digits)
}

/// Returns the remedy for a text that names no platform: the most similar name, else all of them if they are few.
pub(super) fn suggestion(platforms: &[PlatformRecord], text: &str) -> String {
    let names: Vec<&str> = platforms.iter().map(|platform| platform.name.as_str()).collect();
    match most_like(&names, text) {
        Some(similar) => format!("did you mean {similar}?"),
        None if names.is_empty() || names.len() > MAX_NAMES => {
            "see them all: causeway platform list".to_owned()
        }
        None => format!("platforms: {}", names.join(", ")),
    }
}

/// Returns the name that is most similar to a text: one with the text as a part counts as the same.
fn most_like<'a>(names: &[&'a str], text: &str) -> Option<&'a str> {
    let text = text.to_lowercase();
    let likeness = |name: &str| {
        let name = name.to_lowercase();
        if !text.is_empty() && name.contains(&text) { 1.0 } else { strsim::jaro_winkler(&name, &text) }
    };
    let rated = names.iter().map(|name| (likeness(name), *name));
    let best = rated.max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|(likeness, _)| *likeness >= MIN_LIKENESS).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_answered_with_the_right_one() {
        let names = ["Sandbox", "Borealis Pay", "Acme Live"];
        for (text, similar) in
            [("sandbxo", "Sandbox"), ("borealis", "Borealis Pay"), ("Acme Life", "Acme Live")]
        {
            assert_eq!(most_like(&names, text), Some(similar), "{text}");
        }
        assert_eq!(most_like(&names, "zzz"), None);
    }
}
