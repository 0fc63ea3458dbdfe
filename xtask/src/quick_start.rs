//! The quick start of the README: its downloads, and its blocks for terminals.

/// The blocks of the quick start.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct QuickStart {
    /// Commands that install the program from the tarball.
    pub(crate) tarball: String,
    /// Commands that install Debian's package.
    pub(crate) package: String,
    pub(crate) terminals: Vec<TerminalBlock>,
}

/// A block for a terminal.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TerminalBlock {
    /// Number of the terminal.
    pub(crate) terminal: String,
    pub(crate) commands: String,
}

impl QuickStart {
    /// Reads the section `Quick start` of the README.
    pub(crate) fn read(readme: &str) -> Result<Self, String> {
        let section = readme.split("\n## ").find_map(|section| section.strip_prefix("Quick start\n"));
        let section = section.ok_or("the README has no quick start")?;
        let mut blocks = section.split("```sh\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
        let tarball = blocks.next().filter(|block| block.contains(".tar.gz"));
        let package = blocks.next().filter(|block| block.contains(".deb"));
        let terminals: Option<Vec<TerminalBlock>> = blocks.map(terminal_block).collect();
        match (tarball, package, terminals) {
            (Some(tarball), Some(package), Some(terminals)) if !terminals.is_empty() => {
                Ok(Self { tarball: tarball.to_owned(), package: package.to_owned(), terminals })
            }
            _ => {
                Err("the quick start begins with the tarball and the package, followed by terminals"
                    .to_owned())
            }
        }
    }

    /// Returns the number of commands from this download to the end.
    pub(crate) fn commands(&self, download: &str) -> usize {
        let terminals = self.terminals.iter().map(|block| block.commands.as_str());
        terminals.chain([download]).map(count_commands).sum()
    }
}

fn terminal_block(block: &str) -> Option<TerminalBlock> {
    let (terminal, commands) = block.strip_prefix("# terminal ")?.split_once('\n')?;
    Some(TerminalBlock { terminal: terminal.to_owned(), commands: commands.to_owned() })
}

/// Counts the commands of a block: lines, without those of a document that a command reads.
fn count_commands(block: &str) -> usize {
    let mut count = 0;
    let mut is_document = false;
    for line in block.lines() {
        if is_document {
            is_document = line != "END";
            continue;
        }
        is_document = line.contains("<<'END'");
        count += usize::from(!line.trim().is_empty());
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blocks_are_read_and_their_commands_counted() {
        let readme = "# A\n\n## Quick start\n\n```sh\nget a.tar.gz\nunpack\n```\nor\n```sh\nget a.deb\n```\n\
            ```sh\n# terminal 1\ncat > x <<'END'\ntext\nEND\nrun\n```\n```\noutput\n```\n## Other\n```sh\nno\n```\n";
        let start = QuickStart::read(readme).unwrap();
        assert_eq!(
            (start.tarball.as_str(), start.package.as_str()),
            ("get a.tar.gz\nunpack\n", "get a.deb\n")
        );
        let commands = "cat > x <<'END'\ntext\nEND\nrun\n".to_owned();
        assert_eq!(start.terminals, [TerminalBlock { terminal: "1".to_owned(), commands }]);
        assert_eq!((start.commands(&start.tarball), start.commands(&start.package)), (4, 3));
        assert!(QuickStart::read("# A\n").is_err());
    }
}
