//! The part of YAML that the compose file of `deploy/` is written in.

use std::collections::BTreeMap;

/// A value of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Yaml {
    Text(String),
    List(Vec<String>),
    Map(BTreeMap<String, Yaml>),
}

impl Yaml {
    /// Parses a file of maps, lists of texts, texts in quotation marks, and merged anchors.
    #[track_caller]
    pub(super) fn parse(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#'));
        let lines =
            lines.map(|line| Line { indent: line.len() - line.trim_start().len(), text: line.trim() });
        Parser { lines: lines.collect(), at: 0, anchors: BTreeMap::new() }.block()
    }

    /// Returns the member of a map.
    #[track_caller]
    pub(super) fn get(&self, name: &str) -> &Self {
        self.members().get(name).unwrap_or_else(|| panic!("no {name} in {self:?}"))
    }

    #[track_caller]
    pub(super) fn members(&self) -> &BTreeMap<String, Self> {
        let Self::Map(members) = self else { panic!("not a map: {self:?}") };
        members
    }

    #[track_caller]
    pub(super) fn texts(&self) -> Vec<&str> {
        let Self::List(texts) = self else { panic!("not a list: {self:?}") };
        texts.iter().map(String::as_str).collect()
    }

    #[track_caller]
    pub(super) fn text(&self) -> &str {
        let Self::Text(text) = self else { panic!("not a text: {self:?}") };
        text
    }

    fn scalar(text: &str) -> Self {
        match text.chars().next() {
            Some('[') => Self::List(serde_json::from_str(text).unwrap()),
            Some('"') => Self::Text(serde_json::from_str(text).unwrap()),
            _ => Self::Text(text.to_owned()),
        }
    }
}

struct Line<'a> {
    indent: usize,
    text: &'a str,
}

struct Parser<'a> {
    lines: Vec<Line<'a>>,
    at: usize,
    anchors: BTreeMap<&'a str, Yaml>,
}

impl<'a> Parser<'a> {
    /// Parses the lines with the indentation of the next one, and those below them.
    fn block(&mut self) -> Yaml {
        let indent = self.lines[self.at].indent;
        let mut items = Vec::new();
        let mut members = BTreeMap::new();
        while let Some(&Line { text, .. }) = self.lines.get(self.at).filter(|line| line.indent == indent) {
            self.at += 1;
            if let Some(item) = text.strip_prefix("- ") {
                items.push(Yaml::scalar(item).text().to_owned());
                continue;
            }
            let (name, value) = text.split_once(':').unwrap();
            match value.trim() {
                anchor if name == "<<" => {
                    let merged = self.anchors[anchor.trim_start_matches('*')].members();
                    members.extend(merged.clone());
                }
                "" => {
                    members.insert(name.to_owned(), self.below(indent));
                }
                anchor if anchor.starts_with('&') => {
                    let value = self.below(indent);
                    self.anchors.insert(&anchor[1..], value.clone());
                    members.insert(name.to_owned(), value);
                }
                value => {
                    members.insert(name.to_owned(), Yaml::scalar(value));
                }
            }
        }
        if items.is_empty() { Yaml::Map(members) } else { Yaml::List(items) }
    }

    /// Parses the lines below the last one; there may be none.
    fn below(&mut self, indent: usize) -> Yaml {
        let is_deeper = self.lines.get(self.at).is_some_and(|line| line.indent > indent);
        if is_deeper { self.block() } else { Yaml::Text(String::new()) }
    }
}

#[test]
fn maps_lists_and_anchors_are_read() {
    let text = "# a file\na: &x\n  b: \"1: 2\"\n  c:\n    - \"d\"\n    - e\nf:\n  <<: *x\n  b: [\"g\", \"h\"]\nempty:\n";
    let file = Yaml::parse(text);
    assert_eq!(file.get("a").get("b").text(), "1: 2");
    assert_eq!(file.get("f").get("c").texts(), ["d", "e"]);
    assert_eq!(file.get("f").get("b").texts(), ["g", "h"]);
    assert_eq!(file.get("empty").text(), "");
}
