//! The files that the rules are about.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::lexer::{Kind, Token, tokens};

/// A text file of the repository.
#[derive(Debug, Clone)]
pub(super) struct TextFile {
    /// From the repository's root, with `/`.
    pub(super) path: String,
    pub(super) text: String,
}

/// A Rust source file.
#[derive(Debug, Clone)]
pub(super) struct Source {
    pub(super) path: String,
    pub(super) lines: usize,
    /// The code without comments.
    pub(super) code: Vec<Token>,
    /// The comments alone.
    pub(super) comments: Vec<Token>,
}

/// What is made by tools and not read by people.
const UNREAD: &[&str] = &[".git", "target", "Cargo.lock"];

/// The repository's root: the folder above this package whose manifest names the workspace.
pub(super) fn root() -> PathBuf {
    let here = std::env::current_dir().expect("a test runs in its package's folder");
    let is_root = |folder: &&Path| {
        std::fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|text| text.contains("[workspace]"))
    };
    here.ancestors().find(is_root).expect("the package is part of a workspace").to_owned()
}

/// All text files, sorted by path; read once for all rules.
pub(super) fn text_files() -> &'static [TextFile] {
    static FILES: LazyLock<Vec<TextFile>> = LazyLock::new(read_text_files);
    &FILES
}

/// All Rust sources of the crates, of the tasks and of the bench, sorted by path; read once for all rules.
pub(super) fn sources() -> &'static [Source] {
    static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(read_sources);
    &SOURCES
}

fn read_text_files() -> Vec<TextFile> {
    let root = root();
    let mut paths = Vec::new();
    walk(&root, &mut paths);
    paths.sort();
    let relative = |path: &Path| path.strip_prefix(&root).expect("below the root").display().to_string();
    paths
        .iter()
        .filter_map(|path| Some(TextFile { path: relative(path), text: std::fs::read_to_string(path).ok()? }))
        .collect()
}

fn read_sources() -> Vec<Source> {
    let is_ours =
        |file: &&TextFile| ["bench/", "crates/", "xtask/"].iter().any(|folder| file.path.starts_with(folder));
    let rust = text_files().iter().filter(is_ours).filter(|file| file.path.ends_with(".rs"));
    let sources: Vec<_> = rust.map(|file| Source::new(&file.path, &file.text)).collect();
    assert!(sources.len() > 20, "the rules would pass on an empty house");
    sources
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder").flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        if UNREAD.iter().any(|unread| name == *unread) {
            continue;
        }
        if path.is_dir() {
            walk(&path, found);
        } else {
            found.push(path);
        }
    }
}

impl Source {
    pub(super) fn new(path: &str, text: &str) -> Self {
        let is_comment = |token: &Token| matches!(token.kind, Kind::Comment(_));
        let (comments, code) = tokens(text).into_iter().partition(is_comment);
        Self { path: path.to_owned(), lines: text.lines().count(), code, comments }
    }

    /// The last part of the path.
    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Whether the whole file is test code.
    pub(super) fn is_test(&self) -> bool {
        self.path.contains("/tests/") || self.name() == "tests.rs"
    }

    /// The code without what stands in `#[cfg(test)] mod … { … }`; nothing of a file that is all test.
    pub(super) fn product_code(&self) -> Vec<&Token> {
        if self.is_test() {
            return Vec::new();
        }
        let (mut kept, mut at) = (Vec::new(), 0);
        while at < self.code.len() {
            if matches(&self.code[at..], &["#", "[", "cfg", "(", "test", ")", "]", "mod"]) {
                at = end_of_item(&self.code, at);
            } else {
                kept.push(&self.code[at]);
                at += 1;
            }
        }
        kept
    }
}

/// Whether the tokens begin with these words and marks.
pub(super) fn matches(tokens: &[Token], pattern: &[&str]) -> bool {
    tokens.len() >= pattern.len() && tokens.iter().zip(pattern).all(|(token, code)| token.is(code))
}

/// The index behind the item that begins at `from`: behind its `;`, or behind its closing
/// brace, as in `fn f() {}` and in `use a::{b};`.
pub(super) fn end_of_item(tokens: &[Token], from: usize) -> usize {
    let (mut depth, mut braces) = (0_usize, 0_usize);
    for (index, token) in tokens.iter().enumerate().skip(from) {
        match token.kind {
            Kind::Mark('(' | '[') => depth += 1,
            Kind::Mark(')' | ']') => depth = depth.saturating_sub(1),
            Kind::Mark('{') => braces += 1,
            Kind::Mark('}') if braces <= 1 => {
                let has_end = tokens.get(index + 1).is_some_and(|next| next.is(";"));
                return index + 1 + usize::from(has_end);
            }
            Kind::Mark('}') => braces -= 1,
            Kind::Mark(';') if depth == 0 && braces == 0 => return index + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_test_modules_out_of_the_product() {
        let text = "fn a() { b([1; 2]); }\n#[cfg(test)]\nmod tests { fn c() {} }\nfn d() {}";
        let source = Source::new("crates/x/src/y.rs", text);
        let words: Vec<_> =
            source.product_code().into_iter().filter(|t| t.is("a") || t.is("c") || t.is("d")).collect();
        assert_eq!(words.len(), 2);
        assert!(Source::new("crates/x/tests/y.rs", text).product_code().is_empty());
    }
}
