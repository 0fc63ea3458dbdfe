//! The imports of each source file: the `use` paths of product code, resolved to files.

use std::collections::BTreeMap;

use super::lexer::{Kind, Token};
use super::source::{Source, matches};

/// A path from the crate's root: `["runtime", "http", "Answer"]`.
pub(super) type ModulePath = Vec<String>;

/// The modules of one crate.
pub(super) struct Crate<'a> {
    /// Path up to and including `src/`.
    root: String,
    files: BTreeMap<ModulePath, &'a Source>,
    /// Re-exports of `lib.rs` and `mod.rs` files: module → exported name → original path.
    handed_on: BTreeMap<ModulePath, BTreeMap<String, ModulePath>>,
}

/// One imported path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import {
    pub(super) line: usize,
    pub(super) path: ModulePath,
    /// Name in the importing file.
    name: String,
    is_public: bool,
}

impl<'a> Crate<'a> {
    /// Returns the crates of these sources.
    pub(super) fn all(sources: &'a [Source]) -> Vec<Self> {
        let mut crates: BTreeMap<String, Vec<&Source>> = BTreeMap::new();
        for source in sources.iter().filter(|source| !source.is_test()) {
            if let Some((folder, _)) = source.path.split_once("/src/") {
                crates.entry(format!("{folder}/src/")).or_default().push(source);
            }
        }
        crates.into_iter().map(|(root, sources)| Self::new(root, &sources)).collect()
    }

    fn new(root: String, sources: &[&'a Source]) -> Self {
        let files: BTreeMap<ModulePath, &Source> =
            sources.iter().map(|source| (module_of(&root, &source.path), *source)).collect();
        let mut all = Self { root, files, handed_on: BTreeMap::new() };
        let contents = all.files.iter().filter(|(_, source)| is_contents(source));
        all.handed_on = contents
            .map(|(module, source)| {
                let public = all.imports(module, source).into_iter().filter(|import| import.is_public);
                (module.clone(), public.map(|import| (import.name, import.path)).collect())
            })
            .collect();
        all
    }

    /// Returns `true` if this is the crate in this folder.
    pub(super) fn is_in(&self, folder: &str) -> bool {
        self.root == format!("{folder}/src/")
    }

    /// Returns the files with product code and their modules, without `lib.rs`, `mod.rs` and modules that
    /// only tests see.
    pub(super) fn code(&self) -> impl Iterator<Item = (&ModulePath, &'a Source)> {
        let is_tested_only = |module: &ModulePath| {
            let (Some(name), parent) = (module.last(), module.get(..module.len().saturating_sub(1))) else {
                return false;
            };
            let declaration = ["#", "[", "cfg", "(", "test", ")", "]", "mod", name.as_str(), ";"];
            parent.and_then(|parent| self.files.get(parent)).is_some_and(|parent| {
                (0..parent.code.len()).any(|at| matches(&parent.code[at..], &declaration))
            })
        };
        self.files
            .iter()
            .filter(move |(module, source)| !is_contents(source) && !is_tested_only(module))
            .map(|(module, source)| (module, *source))
    }

    /// Returns the imports of a file from its own crate.
    pub(super) fn imports(&self, module: &ModulePath, source: &Source) -> Vec<Import> {
        let code = source.product_code();
        let mut found = Vec::new();
        for (at, token) in code.iter().enumerate() {
            if !token.is("use") {
                continue;
            }
            let is_public = at > 0 && (code[at - 1].is("pub") || code[at - 1].is(")"));
            let mut tree = Tree { code: &code, at: at + 1, leaves: Vec::new() };
            tree.read(&[]);
            for (path, name) in tree.leaves {
                let path = self.rooted(module, &path);
                found.extend(path.map(|path| Import { line: token.line, path, name, is_public }));
            }
        }
        found
    }

    /// Returns the path from the crate's root, or `None` for a path into another crate.
    fn rooted(&self, module: &ModulePath, path: &[String]) -> Option<ModulePath> {
        let rest = |from: usize| path.get(from..).unwrap_or_default().iter().cloned();
        let under = |parent: &[String], from: usize| parent.iter().cloned().chain(rest(from)).collect();
        match path.first()?.as_str() {
            "crate" => Some(rest(1).collect()),
            "self" => Some(under(module, 1)),
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                Some(under(module.get(..module.len().checked_sub(ups)?)?, ups))
            }
            first => {
                let child: ModulePath = under(module, 0);
                let is_child = self.files.contains_key(&under_one(module, first));
                is_child.then_some(child)
            }
        }
    }

    /// Returns the file with the definition that a path names, followed through re-exports.
    pub(super) fn file_of(&self, path: &ModulePath) -> Option<&'a Source> {
        let mut path = path.clone();
        for _ in 0..8 {
            let known = (0..=path.len()).rev().find(|length| self.files.contains_key(&path[..*length]))?;
            let handed_on = path.get(known).and_then(|name| self.handed_on.get(&path[..known])?.get(name));
            match handed_on {
                Some(origin) => path = origin.iter().chain(&path[known + 1..]).cloned().collect(),
                None => return self.files.get(&path[..known]).copied(),
            }
        }
        None
    }
}

/// Returns `true` for `lib.rs`, `mod.rs` and `main.rs`, which only declare modules.
pub(super) fn is_contents(source: &Source) -> bool {
    ["lib.rs", "mod.rs", "main.rs"].contains(&source.name())
}

fn under_one(module: &[String], name: &str) -> ModulePath {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

fn module_of(root: &str, path: &str) -> ModulePath {
    let inner = path.strip_prefix(root).and_then(|path| path.strip_suffix(".rs")).unwrap_or_default();
    let mut parts: ModulePath = inner.split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// A parser for one tree of paths, such as `crate::a::{B, c::D as E}`.
struct Tree<'a> {
    code: &'a [&'a Token],
    at: usize,
    leaves: Vec<(ModulePath, String)>,
}

impl Tree<'_> {
    fn read(&mut self, before: &[String]) {
        let mut path = before.to_vec();
        loop {
            match self.code.get(self.at).map(|token| &token.kind) {
                Some(Kind::Word(word)) if word == "as" => {
                    if let Some(Kind::Word(name)) = self.code.get(self.at + 1).map(|token| &token.kind) {
                        let name = name.clone();
                        self.at += 2;
                        return self.leaf(path, Some(name));
                    }
                    return;
                }
                Some(Kind::Word(word)) => path.push(word.clone()),
                Some(Kind::Mark(':')) => {}
                Some(Kind::Mark('*')) => {
                    self.at += 1;
                    return;
                }
                Some(Kind::Mark('{')) => return self.list(&path),
                _ => return self.leaf(path, None),
            }
            self.at += 1;
        }
    }

    fn list(&mut self, before: &[String]) {
        self.at += 1;
        while let Some(token) = self.code.get(self.at) {
            if token.is("}") {
                self.at += 1;
                return;
            }
            if token.is(",") {
                self.at += 1;
            } else {
                self.read(before);
            }
        }
    }

    /// Adds a path. `a::{self}` means `a` itself.
    fn leaf(&mut self, mut path: ModulePath, name: Option<String>) {
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if let Some(name) = name.or_else(|| path.last().cloned()) {
            self.leaves.push((path, name));
        }
    }
}
