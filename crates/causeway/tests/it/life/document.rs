//! Documents with commands: their blocks for terminals, each with the output that the page shows below it.
//!
//! A block of `sh` begins with its terminal. The next block without a language, if any, is its output, with
//! `…` for parts that differ each time.

use std::path::{Path, PathBuf};

/// Commands for one terminal, and their output.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// Page and line, such as `docs/start/first-payment.md:26`.
    pub(super) place: String,
    pub(super) terminal: u32,
    pub(super) commands: String,
    /// `None` if the page shows no output.
    pub(super) printed: Option<String>,
}

impl Block {
    /// Returns `true` if the last command is a server in the foreground: the block does not end by itself.
    pub(super) fn ends_with_server(&self) -> bool {
        let last = self.commands.lines().next_back();
        last.is_some_and(|line| is_server(line) && !line.trim_end().ends_with('&'))
    }

    /// Returns `true` if a command is a server, whose log is printed to the same terminal.
    pub(super) fn starts_server(&self) -> bool {
        self.commands.lines().any(is_server)
    }

    /// Replaces texts of the page, such as ports, in the commands and the output.
    pub(super) fn with(self, replacements: &[(&str, String)]) -> Self {
        let printed = self.printed.map(|printed| replaced(&printed, replacements));
        Self { commands: replaced(&self.commands, replacements), printed, ..self }
    }
}

fn is_server(line: &str) -> bool {
    ["causeway serve", "python3 "].iter().any(|program| line.starts_with(program))
}

/// Returns the path of a file or folder of the repository.
pub(super) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Reads a page of the repository.
#[track_caller]
pub(super) fn read(page: &str) -> String {
    std::fs::read_to_string(path(page)).unwrap_or_else(|cause| panic!("{page}: {cause}"))
}

/// Returns the blocks of a page for terminals. Those without a terminal build the program or run it once, and
/// other tests check them.
#[track_caller]
pub(super) fn blocks(page: &str) -> Vec<Block> {
    blocks_of(page, &read(page))
}

fn blocks_of(page: &str, text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut lines = text.lines().enumerate();
    let mut follows = false;
    while let Some((index, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            follows &= !line.starts_with('#');
            continue;
        };
        let fenced = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
        let text: Vec<&str> = fenced.collect();
        let terminal = text.first().and_then(|line| line.strip_prefix("# terminal "));
        match (language, terminal, blocks.last_mut()) {
            ("sh", Some(number), _) => blocks.push(Block {
                place: format!("{page}:{}", index + 1),
                terminal: number.parse().unwrap(),
                commands: text[1..].join("\n") + "\n",
                printed: None,
            }),
            ("", None, Some(block)) if follows => block.printed = Some(text.join("\n")),
            _ => {}
        }
        follows = language == "sh" && terminal.is_some();
    }
    blocks
}

/// Replaces each text by another one, in a single pass: a replacement is not replaced again.
pub(super) fn replaced(text: &str, replacements: &[(&str, String)]) -> String {
    let mut result = String::new();
    let mut rest = text;
    loop {
        let found = replacements.iter().filter_map(|(from, to)| Some((rest.find(from)?, *from, to)));
        let Some((at, from, to)) = found.min_by_key(|(at, ..)| *at) else { break };
        result.push_str(&rest[..at]);
        result.push_str(to);
        rest = &rest[at + from.len()..];
    }
    result + rest
}

#[test]
fn a_block_has_its_terminal_and_the_output_below_it() {
    let page = "# A\n```sh\nmake\n```\n```sh\n# terminal 3\none\ntwo\n```\nPrints:\n\n```\n1\n```\n\
                ```sh\n# terminal 4\ncd a\ncauseway serve\n```\n## B\n```\nother\n```\n";
    let blocks = blocks_of("a.md", page);
    let printed: Vec<_> = blocks.iter().map(|block| block.printed.as_deref()).collect();
    assert_eq!(printed, [Some("1"), None]);
    assert_eq!((blocks[0].place.as_str(), blocks[0].terminal), ("a.md:5", 3));
    assert_eq!(blocks[0].commands, "one\ntwo\n");
    assert!(!blocks[0].starts_server() && blocks[1].ends_with_server());
}

#[test]
fn a_replacement_is_not_replaced_again() {
    let replacements = [("8080", "39000".to_owned()), ("9000", "8080".to_owned())];
    assert_eq!(replaced("a:8080, b:9000, c", &replacements), "a:39000, b:8080, c");
}
