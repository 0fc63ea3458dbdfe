//! Tests of the chapters: they name what the code enforces and nothing else, the documents agree with them,
//! and the samples do what they say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Output};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_sandbox::magic;
use causeway_wire::Code;
use causeway_wire::webhooks::EventType;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::DecodePublicKey;
use serde_json::{Value, json};

use super::webhooks::{BODY, GO, HEADER, JAVASCRIPT, KEY, KEY_ID, PYTHON};
use super::{Chapter, errors};

/// Returns the rows of all tables below a heading, down to the next one of its level or a higher one.
fn rows<'a>(text: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let level = heading.split(' ').next().unwrap().len();
    let below = text.lines().skip_while(|line| *line != heading).skip(1);
    let is_end = |line: &str| {
        let marks = line.len() - line.trim_start_matches('#').len();
        marks > 0 && marks <= level
    };
    let lines = below.take_while(|line| !is_end(line));
    lines.filter_map(cells).filter(|row| row[0] != "---").collect()
}

fn cells(line: &str) -> Option<Vec<&str>> {
    Some(line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect())
}

/// Returns the texts in backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn headings(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("## ")).collect()
}

fn document(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference").join(name))
        .unwrap()
}

/// Returns meaning and remedy by status and code.
fn codes_in(text: &str) -> BTreeMap<(u16, String), [String; 2]> {
    let mut found = BTreeMap::new();
    for heading in headings(text) {
        let digits: String = heading.chars().filter(char::is_ascii_digit).collect();
        let Ok(status) = digits.parse() else { continue };
        for row in rows(text, heading).iter().filter(|row| row[0].starts_with('`')) {
            let code = quoted(row[0])[0].to_owned();
            let before = found.insert((status, code), [row[1].to_owned(), row[2].to_owned()]);
            assert_eq!(before, None, "{row:?} is listed twice");
        }
    }
    found
}

#[test]
fn every_code_is_in_the_chapter_and_in_the_document_and_no_other() {
    let all = Code::ALL.iter().map(|code| {
        let meaning = code.meaning().iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        ((code.status(), code.as_str().to_owned()), [meaning, code.remedy().to_owned()])
    });
    let enforced: BTreeMap<_, _> = all.collect();
    assert_eq!(codes_in(&errors::text()), enforced);
    assert_eq!(codes_in(&document("errors.md")), enforced, "docs/reference/errors.md");
}

#[test]
fn every_event_type_is_in_the_chapter_and_in_the_document_and_no_other() {
    let enforced: BTreeSet<&str> = EventType::ALL.iter().map(|event| event.as_str()).collect();
    let chapter = Chapter::Webhooks.text();
    let listed = rows(&chapter, "## Event types");
    let listed: BTreeSet<&str> = listed.iter().flat_map(|row| quoted(row[0])).collect();
    assert_eq!(listed, enforced);

    let text = document("events.md");
    let mut occasions = BTreeMap::new();
    for heading in headings(&text) {
        for row in rows(&text, heading) {
            occasions.extend(quoted(row[0]).into_iter().map(|event| (event.to_owned(), row[1].to_owned())));
        }
    }
    let enforced = EventType::ALL.iter().map(|event| (event.to_string(), event.occasion().to_owned()));
    let enforced: BTreeMap<String, String> = enforced.collect();
    assert_eq!(occasions, enforced, "docs/reference/events.md");
}

#[test]
fn every_magic_value_is_in_the_chapter_and_in_the_document_and_no_other() {
    let chapter = Chapter::Sandbox.text();
    let mut all = BTreeSet::new();
    for area in magic::AREAS {
        let enforced = area.tables.iter().flat_map(|table| table.rows).flat_map(|row| row.values);
        let enforced: Vec<&str> = enforced.copied().collect();
        let listed = rows(&chapter, &format!("## {}", area.name));
        let listed: Vec<&str> = listed.iter().flat_map(|row| quoted(row[0])).collect();
        assert_eq!(listed, enforced, "{}", area.name);
        all.extend(enforced);
    }
    let text = document("magic-values.md");
    let missing: Vec<&&str> = all.iter().filter(|value| !text.contains(**value)).collect();
    assert!(missing.is_empty(), "docs/reference/magic-values.md lacks {missing:?}");
    let suffixes = quoted(&text).into_iter().filter(|value| {
        value.len() == 3
            && value.starts_with(['0', '1', '5', '9'])
            && value.bytes().all(|byte| byte.is_ascii_digit())
    });
    let unknown: Vec<&str> = suffixes.filter(|value| !all.contains(value)).collect();
    assert!(unknown.is_empty(), "docs/reference/magic-values.md names {unknown:?}, which select nothing");
}

#[test]
fn every_place_in_a_text_is_filled() {
    for chapter in Chapter::ALL {
        let text = chapter.text();
        assert!(!text.contains("{{"), "{}", chapter.id());
        assert!(text.len() > 500, "{}", chapter.id());
    }
}

#[test]
fn the_signed_example_verifies() {
    let key = VerifyingKey::from_public_key_pem(KEY).unwrap();
    let header: Value = serde_json::from_str(HEADER).unwrap();
    let signature = STANDARD.decode(header["s"].as_str().unwrap()).unwrap();
    let signature = Signature::from_der(&signature).unwrap();
    key.verify(BODY.as_bytes(), &signature).unwrap();
    key.verify(b"{}", &signature).unwrap_err();
    let event: Value = serde_json::from_str(BODY).unwrap();
    assert!(event["type"].as_str().unwrap().parse::<EventType>().is_ok());
}

/// Returns headers, ids of keys and bodies for a sample: signed, signed in the plain form, and five that are not.
fn cases() -> Value {
    let header: Value = serde_json::from_str(HEADER).unwrap();
    json!([
        [HEADER, KEY_ID, BODY],
        [header["s"], KEY_ID, BODY],
        [HEADER, KEY_ID, format!("{BODY} ")],
        ["{", KEY_ID, BODY],
        ["{\"v\":\"1\"}", KEY_ID, BODY],
        ["AAAA", KEY_ID, BODY],
        [HEADER, "another", BODY],
    ])
}

/// The verdicts of a correct sample about the cases.
const VERDICTS: &str = "true,true,false,false,false,false,false";

/// Runs a program in a folder with the sample, the key and the cases. `None` if the program is not installed.
fn run(program: &str, arguments: &[&str], files: &[(&str, &str)]) -> Option<Output> {
    let folder = tempfile::tempdir().unwrap();
    let cases = cases().to_string();
    for (name, text) in [("key.pem", KEY), ("cases.json", cases.as_str())].iter().chain(files) {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let cache = folder.path().join("cache");
    let command =
        Command::new(program).args(arguments).current_dir(folder.path()).env("GOCACHE", cache).output();
    command.ok()
}

#[track_caller]
fn check(output: &Output) {
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed.trim(), VERDICTS, "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_sample_in_javascript_runs() {
    let main = "\
import { readFileSync } from \"node:fs\";
import { isSigned } from \"./verify.mjs\";
const key = readFileSync(\"key.pem\");
const cases = JSON.parse(readFileSync(\"cases.json\"));
const keys = new Map([[cases[0][1], key]]);
console.log(cases.map(([header, id, body]) => isSigned(header, id, Buffer.from(body), keys)).join());
";
    let output = run("node", &["main.mjs"], &[("verify.mjs", JAVASCRIPT), ("main.mjs", main)]);
    check(&output.expect("node: cargo xtask tools installs it"));
}

#[test]
fn the_sample_in_python_runs_where_its_library_is_installed() {
    let main = "\
import json
from verify import is_signed
key = open(\"key.pem\", \"rb\").read()
cases = json.load(open(\"cases.json\"))
keys = {cases[0][1]: key}
print(\",\".join(str(is_signed(header, id, body.encode(), keys)).lower() for header, id, body in cases))
";
    let files = [("verify.py", PYTHON), ("main.py", main)];
    let output = run("python3", &["main.py"], &files).expect("python3: cargo xtask tools installs it");
    let lacks_library = String::from_utf8_lossy(&output.stderr).contains("No module named 'cryptography'");
    if !lacks_library {
        check(&output);
    }
}

#[test]
fn the_sample_in_go_runs_where_go_is_installed() {
    let main = "\
package main

import (
	\"encoding/json\"
	\"fmt\"
	\"os\"
	\"strings\"
)

func main() {
	key, _ := os.ReadFile(\"key.pem\")
	text, _ := os.ReadFile(\"cases.json\")
	var cases [][3]string
	json.Unmarshal(text, &cases)
	keys := map[string][]byte{cases[0][1]: key}
	var verdicts []string
	for _, one := range cases {
		verdicts = append(verdicts, fmt.Sprint(IsSigned(one[0], one[1], []byte(one[2]), keys)))
	}
	fmt.Println(strings.Join(verdicts, \",\"))
}
";
    let sample = GO.replace("package webhooks", "package main");
    let files = [("verify.go", sample.as_str()), ("main.go", main)];
    if let Some(output) = run("go", &["run", "verify.go", "main.go"], &files) {
        check(&output);
    }
}
