//! A mutant as stored in `mutants/`.

use std::collections::BTreeMap;
use std::path::Path;

/// A mutant: a piece of a file, its replacement, and the tests that must fail with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mutant {
    /// File name without `.toml`.
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) find: String,
    pub(crate) put: String,
    pub(crate) tests: Vec<Test>,
    /// Maximum number of runs of each test until it fails; a test of a race may pass by chance.
    pub(crate) tries: u32,
}

/// A test by its crate's folder, its target (`lib`, or an integration test) and its name. The target
/// `program` is the program of the crate: then the name holds its arguments, and the program must fail.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Test {
    pub(crate) folder: String,
    pub(crate) target: String,
    pub(crate) name: String,
}

impl Mutant {
    /// Reads the mutants of a repository, sorted by name.
    pub(crate) fn all(root: &Path) -> Result<Vec<Self>, String> {
        let folder = root.join("mutants");
        let entries = std::fs::read_dir(&folder)
            .map_err(|cause| format!("cannot read {}: {cause}", folder.display()))?;
        let mut mutants = Vec::new();
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path)
                .map_err(|cause| format!("cannot read {}: {cause}", path.display()))?;
            mutants.push(
                Self::parse(&name, &text)
                    .map_err(|cause| format!("{} is invalid: {cause}", path.display()))?,
            );
        }
        mutants.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(mutants)
    }

    fn parse(name: &str, text: &str) -> Result<Self, String> {
        let mut fields = fields(text)?;
        let tests = fields.remove("tests").ok_or("tests is missing")?;
        let tries = fields.remove("tries").map_or(Ok(1), |tries| tries.concat().parse::<u32>());
        let mut one = |key: &str| {
            fields.remove(key).map(|values| values.concat()).ok_or_else(|| format!("{key} is missing"))
        };
        let file = one("file")?;
        let find = one("find")?;
        let put = one("put")?;
        one("why")?;
        if let Some(unknown) = fields.keys().next() {
            return Err(format!("{unknown} is unknown"));
        }
        let tests = tests.iter().map(|test| Test::parse(test)).collect::<Result<_, _>>()?;
        let tries = tries.map_err(|cause| format!("tries is not a number: {cause}"))?;
        Ok(Self { name: name.to_owned(), file, find, put, tests, tries })
    }
}

impl Test {
    fn parse(text: &str) -> Result<Self, String> {
        let mut words = text.splitn(3, ' ').map(str::to_owned);
        let (Some(folder), Some(target), Some(name)) = (words.next(), words.next(), words.next()) else {
            return Err(format!("{text:?} does not name crate, target and test"));
        };
        Ok(Self { folder, target, name })
    }

    pub(crate) fn is_program(&self) -> bool {
        self.target == "program"
    }
}

/// Parses the subset of TOML used for mutants: strings without escapes, multi-line literal strings, lists of
/// them, and numbers.
fn fields(text: &str) -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut fields = BTreeMap::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=').ok_or_else(|| format!("no field: {rest:?}"))?;
        let (values, after) = values(after.trim_start())?;
        fields.insert(key.trim().to_owned(), values);
        rest = after.trim_start();
    }
    Ok(fields)
}

fn values(text: &str) -> Result<(Vec<String>, &str), String> {
    let Some(mut rest) = text.strip_prefix('[') else {
        return value(text).map(|(one, rest)| (vec![one], rest));
    };
    let mut all = Vec::new();
    loop {
        rest = rest.trim_start_matches([',', ' ', '\n']);
        if let Some(after) = rest.strip_prefix(']') {
            return Ok((all, after));
        }
        let (one, after) = value(rest)?;
        all.push(one);
        rest = after;
    }
}

fn value(text: &str) -> Result<(String, &str), String> {
    if let Some(rest) = text.strip_prefix("'''") {
        let (one, rest) = rest.split_once("'''").ok_or("a literal text without end")?;
        return Ok((one.strip_prefix('\n').unwrap_or(one).to_owned(), rest));
    }
    if let Some(rest) = text.strip_prefix('"') {
        let (one, rest) = rest.split_once('"').ok_or("a text without end")?;
        if one.contains(['\\', '\n']) {
            return Err(format!("{one:?} must be a literal string ('''…''')"));
        }
        return Ok((one.to_owned(), rest));
    }
    let (one, rest) = text.split_at(text.find('\n').unwrap_or(text.len()));
    if one.is_empty() { Err("a field without value".to_owned()) } else { Ok((one.trim().to_owned(), rest)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_is_read() {
        let text = "why = \"x\"\nfile = \"a.rs\"\nfind = '''\nf(\"y\")\n    .g()'''\nput = \"\"\n\
                    tests = [\n    \"store it a::b\",\n    \"simulation program --runs 2\",\n]\ntries = 10\n";
        let test = |folder: &str, target: &str, name: &str| Test {
            folder: folder.to_owned(),
            target: target.to_owned(),
            name: name.to_owned(),
        };
        let expected = Mutant {
            name: "m".to_owned(),
            file: "a.rs".to_owned(),
            find: "f(\"y\")\n    .g()".to_owned(),
            put: String::new(),
            tests: vec![test("store", "it", "a::b"), test("simulation", "program", "--runs 2")],
            tries: 10,
        };
        assert_eq!(Mutant::parse("m", text), Ok(expected));
    }

    #[test]
    fn an_invalid_mutant_is_refused() {
        let text = "why = \"x\"\nfile = \"a\"\nfind = \"b\"\nput = \"c\"\ntests = [\"a b c\"]\n";
        assert!(Mutant::parse("m", text).is_ok());
        for (from, to) in [
            ("why", "who"),
            ("file = \"a\"\n", ""),
            ("\"a b c\"", "\"a b\""),
            ("\"b\"", "\"\\n\""),
            ("\"c\"", ""),
            ("\"c\"", "'''c"),
        ] {
            assert!(Mutant::parse("m", &text.replacen(from, to, 1)).is_err(), "{from} {to}");
        }
    }
}
