//! Insertion of mutants into a source, each behind a switch.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::mutant::Mutant;

/// The environment variable that names the active mutant of a process.
pub(super) const VARIABLE: &str = "CAUSEWAY_MUTANT";

/// Inserts all mutants of a file into its source. Mutants of the same piece become branches of one switch.
pub(super) fn plant(source: &str, mutants: &[&Mutant]) -> Result<String, String> {
    let mut places: BTreeMap<usize, (&str, Vec<&Mutant>)> = BTreeMap::new();
    for mutant in mutants {
        let mut matches = source.match_indices(&mutant.find);
        let (Some((at, _)), None) = (matches.next(), matches.next()) else {
            return Err(format!("{} does not fit exactly once into {}", mutant.name, mutant.file));
        };
        let (find, of) = places.entry(at).or_insert_with(|| (&mutant.find, Vec::new()));
        if *find != mutant.find {
            return Err(format!("{} overlaps with another mutant", mutant.name));
        }
        of.push(mutant);
    }
    let mut planted = String::new();
    let mut done = 0;
    for (at, (find, of)) in places {
        let before =
            source.get(done..at).ok_or_else(|| format!("{} overlaps with another mutant", of[0].name))?;
        planted.push_str(before);
        planted.push_str(&switch(find, &of));
        done = at + find.len();
    }
    planted.push_str(&source[done..]);
    Ok(planted)
}

/// Returns the code that chooses between a piece and its replacements. An expression is put into parentheses,
/// because it may be a part of a larger one.
fn switch(find: &str, mutants: &[&Mutant]) -> String {
    let mut code = String::new();
    for Mutant { name, put, .. } in mutants {
        // Writing to a `String` cannot fail.
        let _ = write!(
            code,
            "if {{ static IS: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| \
             std::env::var(\"{VARIABLE}\").is_ok_and(|name| name == \"{name}\")); *IS }} {{\n{put}\n}} else "
        );
    }
    let _ = write!(code, "{{\n{find}\n}}");
    if find.ends_with([';', '}']) { code } else { format!("({code})") }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn mutant(name: &str, find: &str, put: &str) -> Mutant {
        Mutant {
            name: name.to_owned(),
            file: "a.rs".to_owned(),
            find: find.to_owned(),
            put: put.to_owned(),
            tests: Vec::new(),
            tries: 1,
        }
    }

    #[test]
    fn mutants_of_one_place_are_branches_of_one_switch() {
        let one = mutant("one", "b()", "1");
        let other = mutant("other", "b()", "2");
        let planted = plant("let a = b();", &[&one, &other]).unwrap_or_default();
        let plain: String = planted.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain.starts_with("let a = (if { static IS"), "{plain}");
        assert!(plain.contains("{ 1 } else if {") && plain.ends_with("{ 2 } else { b() });"), "{plain}");
        let statement = mutant("one", "b();", "");
        assert!(plant("b();", &[&statement]).is_ok_and(|planted| planted.ends_with("else {\nb();\n}")));
    }

    #[test]
    fn a_mutant_that_does_not_fit_is_refused() {
        assert!(plant("a", &[&mutant("one", "b", "c")]).is_err());
        assert!(plant("b b", &[&mutant("one", "b", "c")]).is_err());
        assert!(plant("abc", &[&mutant("one", "ab", ""), &mutant("other", "bc", "")]).is_err());
        assert!(plant("abc", &[&mutant("one", "a", ""), &mutant("other", "ab", "")]).is_err());
    }

    #[test]
    fn all_stored_mutants_fit() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let all = Mutant::all(&root).unwrap_or_default();
        assert!(!all.is_empty());
        for mutant in &all {
            let source = std::fs::read_to_string(root.join(&mutant.file)).unwrap_or_default();
            let beside: Vec<_> = all.iter().filter(|other| other.file == mutant.file).collect();
            assert_eq!(plant(&source, &beside).err(), None);
        }
    }
}
