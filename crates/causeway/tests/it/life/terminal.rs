//! Terminals into which the blocks of documents are pasted.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use causeway_testing::wait;
use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

use super::comparison::{among_other_lines, difference};
use super::document::Block;
use super::process::{PROGRAM, follow};

/// The longest time for a block.
const LIMIT: Duration = Duration::from_secs(60);

/// The longest time for a block that checks an adapter, which is killed again and again.
const CHECK_LIMIT: Duration = Duration::from_mins(15);

/// A line that is printed after all commands of a block.
const END: &str = "\nend-of-block\n";

/// The programs that the pages use beside Causeway, with their Debian packages.
const TOOLS: [(&str, &str); 3] = [("curl", "curl"), ("openssl", "openssl"), ("python3", "python3")];

/// The first commands of a terminal: errors are among the output, and a command that fails is named there.
const SET_UP: &str = "exec 2>&1\ntrap 'echo \"exit code $?: $BASH_COMMAND\"' ERR\n";

/// Parts of messages about a command that failed.
const COMPLAINTS: [&str; 6] =
    ["exit code ", "command not found", "causeway: ", "curl: ", "\"ERROR\"", "Traceback"];

/// The terminals of one reader, in one home folder.
pub(super) struct Session {
    terminals: BTreeMap<u32, Terminal>,
    replacements: Vec<(&'static str, String)>,
    home: TempDir,
}

impl Session {
    /// Opens a session in an empty home folder. The replacements are made in each block.
    #[track_caller]
    pub(super) fn new(replacements: Vec<(&'static str, String)>) -> Self {
        for (program, package) in TOOLS {
            assert!(
                is_on_path(program),
                "{program} is missing: install it (Debian: apt-get install {package}) and run again"
            );
        }
        Self { terminals: BTreeMap::new(), replacements, home: TempDir::new().unwrap() }
    }

    pub(super) fn home(&self) -> &Path {
        self.home.path()
    }

    /// Pastes a block into its terminal and checks its output.
    #[track_caller]
    pub(super) fn paste(&mut self, block: &Block) {
        let block = block.clone().with(&self.replacements);
        let home = self.home.path();
        self.terminals.entry(block.terminal).or_insert_with(|| Terminal::open(home)).paste(&block);
    }
}

fn limit_of(commands: &str) -> Duration {
    if commands.contains("causeway rail check") { CHECK_LIMIT } else { LIMIT }
}

fn is_on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// A shell with its input and output.
struct Terminal {
    shell: Child,
    input: ChildStdin,
    output: Arc<Mutex<String>>,
    /// `true` if a server was started here, and its log is among the output.
    has_log: bool,
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
        let output: Arc<Mutex<String>> = Arc::default();
        follow(shell.stdout.take().unwrap(), &output);
        let mut terminal = Self { shell, input, output, has_log: false };
        terminal.type_in(SET_UP);
        terminal
    }

    fn type_in(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    fn output(&self) -> String {
        self.output.lock().unwrap().clone()
    }

    /// Pastes a block, waits for its end, and checks its output. A server in the foreground has no end: it has
    /// printed the shown output within the limit.
    #[track_caller]
    fn paste(&mut self, block: &Block) {
        let Block { place, commands, .. } = block;
        let before = self.output().len();
        self.has_log |= block.starts_server();
        self.type_in(commands);
        if !block.ends_with_server() {
            self.type_in("printf '\\nend-of-block\\n'\n");
        }
        let limit = limit_of(commands);
        let ended = wait::blocking(limit, || {
            let output = self.output().split_off(before);
            match output.split_once(END) {
                Some((output, _)) => Ok(output.to_owned()),
                None if block.ends_with_server() && self.other_output(block, &output).is_none() => Ok(output),
                None => Err(output),
            }
        });
        let output = ended.as_ref().unwrap_or_else(|output| output);
        if let Some(difference) = self.other_output(block, output) {
            panic!(
                "{place}: the page shows another output (-) than was printed (+)\n{commands}\n{difference}"
            );
        }
        assert!(ended.is_ok(), "{place}: no end after {limit:?}\n{commands}\n{output}");
        for complaint in COMPLAINTS {
            assert!(!output.contains(complaint), "{place}: a command failed\n{commands}\n{output}");
        }
    }

    /// Returns the differences between the output that the page shows and this one, or `None`.
    fn other_output(&self, block: &Block, output: &str) -> Option<String> {
        let shown = block.printed.as_deref()?;
        if self.has_log { difference(&among_other_lines(shown), output) } else { difference(shown, output) }
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
pub(super) fn free_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port().to_string()
}

/// Returns the replacements for a sandbox with these options: free ports for its server and for receivers of
/// webhooks.
pub(super) fn sandbox_ports(options: &str) -> Vec<(&'static str, String)> {
    let port = free_port();
    let admin = free_port();
    let options = options.replace("9090", &admin);
    let serve = format!("causeway serve --listen 127.0.0.1:{port} {options}\n");
    let server = [("causeway serve\n", serve), ("8080", port), ("9090", admin)];
    let receivers = [("9000", free_port()), ("9001", free_port())];
    server.into_iter().chain(receivers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(commands: &str, printed: Option<&str>) -> Block {
        let printed = printed.map(str::to_owned);
        Block { place: "a.md:1".to_owned(), terminal: 3, commands: commands.to_owned(), printed }
    }

    #[test]
    fn a_session_keeps_its_terminals() {
        let mut session = Session::new(vec![("8080", "kept".to_owned())]);
        std::fs::write(session.home().join("file"), "kept").unwrap();
        session.paste(&block("cd ~ && WORD=$(cat file)\n", None));
        session.paste(&block("echo $WORD\n", Some("8080")));
    }

    #[test]
    #[should_panic(expected = "- other\n+ kept\n? not printed here: other\n")]
    fn another_output_is_found() {
        Session::new(Vec::new()).paste(&block("echo kept\n", Some("other")));
    }

    #[test]
    #[should_panic(expected = "command not found")]
    fn a_command_that_fails_is_found() {
        Session::new(Vec::new()).paste(&block("no-such-command\n", None));
    }
}
