//! The commands of the start pages work when they are pasted, in order, into the terminals that they name.
//!
//! A block of `sh` begins with its terminal; the next block, if any, is its output, with `…` for parts that
//! differ each time. Ports, the home folder and the PostgreSQL server are the test's own.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use causeway_testing::postgres::Cluster;
use causeway_testing::wait;
use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

use super::process::PROGRAM;

/// The first payment (terminals 1 to 3), and several processes (terminal 4).
const PAGES: &str = concat!(
    include_str!("../../../../../docs/start/first-payment.md"),
    include_str!("../../../../../docs/start/several-processes.md"),
);

/// The longest time for a block.
const LIMIT: Duration = Duration::from_secs(60);

/// A word that is printed after all commands of a block.
const END: &str = "end-of-block";

/// Commands for one terminal, and their output.
struct Block {
    terminal: u32,
    commands: String,
    printed: Option<String>,
}

/// Returns the blocks for terminals. Those without a terminal build the program or run it once, and other
/// tests check them.
fn blocks(pages: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut lines = pages.lines();
    let mut follows = false;
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            follows &= line.trim().is_empty() || !line.starts_with('#');
            continue;
        };
        let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let terminal = text.first().and_then(|line| line.strip_prefix("# terminal "));
        match (language, terminal, blocks.last_mut()) {
            ("sh", Some(number), _) => {
                let commands = text[1..].join("\n") + "\n";
                blocks.push(Block { terminal: number.parse().unwrap(), commands, printed: None });
            }
            ("", None, Some(block)) if follows => block.printed = Some(text.join("\n")),
            _ => {}
        }
        follows = language == "sh" && terminal.is_some();
    }
    blocks
}

/// Returns the first part of `expected` that the text does not have, or `None`. The parts between dots and
/// line ends must occur in their order.
fn missing_part<'a>(expected: &'a str, text: &str) -> Option<&'a str> {
    let mut rest = text;
    for part in expected.lines().flat_map(|line| line.split('…')).filter(|part| !part.trim().is_empty()) {
        match rest.find(part.trim_end()) {
            Some(at) => rest = &rest[at + part.trim_end().len()..],
            None => return Some(part),
        }
    }
    None
}

/// A shell with its input and output.
struct Terminal {
    shell: Child,
    input: ChildStdin,
    output: Arc<Mutex<String>>,
}

impl Terminal {
    fn open(home: &Path) -> Self {
        let bin = Path::new(PROGRAM).parent().unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let mut bash = Command::new("bash");
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SVC_")) {
            bash.env_remove(name);
        }
        bash.env("HOME", home).env("PATH", path).current_dir(home).process_group(0);
        let mut shell = bash.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = shell.stdin.take().unwrap();
        let lines = shell.stdout.take().unwrap();
        let output: Arc<Mutex<String>> = Arc::default();
        let written = Arc::clone(&output);
        std::thread::spawn(move || {
            let mut lines = BufReader::new(lines);
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
                written.lock().unwrap().push_str(&line);
                line.clear();
            }
        });
        let mut terminal = Self { shell, input, output };
        terminal.type_in("exec 2>&1\n");
        terminal
    }

    fn type_in(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    fn output(&self) -> String {
        self.output.lock().unwrap().clone()
    }

    /// Pastes a block and waits until it has printed the shown output or, if none is shown, until it has
    /// ended.
    #[track_caller]
    fn paste(&mut self, commands: &str, printed: Option<&str>) {
        let before = self.output().len();
        self.type_in(commands);
        if printed.is_none() {
            self.type_in(&format!("echo {END}\n"));
        }
        let outcome = wait::blocking(LIMIT, || {
            let output = self.output().split_off(before);
            let missing = missing_part(printed.unwrap_or(END), &output).map(str::to_owned);
            missing.map_or(Ok(()), |part| Err((part, output)))
        });
        if let Err((part, output)) = outcome {
            panic!("{commands}\ndid not print: {part}\n{output}");
        }
        let output = self.output().split_off(before);
        for complaint in ["command not found", "causeway: ", "curl: ", "ERROR", "Traceback"] {
            assert!(!output.contains(complaint), "{commands}\n{output}");
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let group = i32::try_from(self.shell.id()).ok().and_then(Pid::from_raw).unwrap();
        // It may have ended by itself.
        let _ = kill_process_group(group, Signal::KILL);
        let _ = self.shell.wait();
    }
}

/// Returns a port on which no process listens.
fn free_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port().to_string()
}

/// Returns the blocks of some terminals, with texts of the pages replaced.
fn blocks_with(terminals: &[u32], replacements: &[(&str, String)]) -> Vec<Block> {
    let replace = |text: &str| {
        let mut text = text.to_owned();
        for (from, to) in replacements {
            text = text.replace(from, to);
        }
        text
    };
    let blocks = blocks(PAGES).into_iter().filter(|block| terminals.contains(&block.terminal));
    blocks
        .map(|block| Block {
            commands: replace(&block.commands),
            printed: block.printed.as_deref().map(replace),
            ..block
        })
        .collect()
}

fn paste_all(home: &Path, blocks: &[Block]) -> Vec<(u32, Terminal)> {
    let mut open: Vec<(u32, Terminal)> = Vec::new();
    for block in blocks {
        if !open.iter().any(|(number, _)| *number == block.terminal) {
            open.push((block.terminal, Terminal::open(home)));
        }
        let (_, terminal) = open.iter_mut().find(|(number, _)| *number == block.terminal).unwrap();
        terminal.paste(&block.commands, block.printed.as_deref());
    }
    open
}

#[test]
fn the_quick_start_works_when_it_is_pasted() {
    let home = TempDir::new().unwrap();
    let port = free_port();
    let receiver = free_port();
    let serve = format!("causeway serve --listen 127.0.0.1:{port}\n");
    let replacements = [("causeway serve\n", serve), ("8080", port), ("9000", receiver)];

    let blocks = blocks_with(&[1, 2, 3], &replacements);
    assert_eq!(blocks.len(), 11);
    let _open = paste_all(home.path(), &blocks);
    let restored = home.path().join("payments/restored/causeway.db");
    assert!(restored.exists(), "the last command of the walk puts the copy back");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_processes_on_postgres_work_when_they_are_pasted() {
    let home = TempDir::new().unwrap();
    let cluster = Cluster::private().await.unwrap();
    let database = cluster.database().await.unwrap();
    let server = database.url.rsplit_once('@').map_or(database.url.as_str(), |(_, server)| server);
    let address = server.trim_start_matches("postgres://").split('/').next().unwrap().to_owned();
    let replacements = [
        ("postgres://postgres@127.0.0.1:5432/postgres", format!("'{}'", database.url)),
        ("127.0.0.1:5432", address),
        ("8081", free_port()),
        ("8082", free_port()),
    ];

    let blocks = blocks_with(&[4], &replacements);
    assert_eq!(blocks.len(), 3);
    let folder = home.path().to_owned();
    let terminals = tokio::task::spawn_blocking(move || paste_all(&folder, &blocks).len());
    assert_eq!(terminals.await.unwrap(), 1);

    let first =
        ["one", "two"].map(|name| home.path().join("payments-postgres").join(name).join("credentials"));
    assert_eq!(first.iter().filter(|file| file.exists()).count(), 1, "the first start made the platform");
}

#[test]
fn a_block_with_other_output_is_found() {
    assert_eq!(missing_part("a…c\nd", "a b c\nd\n"), None);
    assert_eq!(missing_part("a…c\nd", "a b\nd\n"), Some("c"));
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("file"), "kept").unwrap();
    let mut terminal = Terminal::open(home.path());
    terminal.paste("cd ~ && WORD=$(cat file)\n", None);
    terminal.paste("echo $WORD\n", Some("ke…pt"));
    assert!(terminal.output().ends_with("kept\n"), "{}", terminal.output());
}
