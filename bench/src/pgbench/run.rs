//! Running pgbench and reading its output.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use causeway_testing::postgres;

use super::script::Script;
use crate::capture::Plan;
use crate::error::Result;

/// A script ready to run.
#[derive(Debug)]
pub(crate) struct Pgbench {
    program: PathBuf,
    url: String,
    file: PathBuf,
    script: Script,
    runs: u32,
}

impl Pgbench {
    /// Writes the plan's script into a folder. In pipelines, the statements of a transaction are sent
    /// together, without waiting for the responses in between.
    pub(crate) fn new(plan: &Plan, pipelined: bool, url: &str, folder: &Path) -> Result<Self> {
        let script = Script::of(plan, pipelined);
        let file = folder.join(format!("pipelined-{pipelined}.sql"));
        std::fs::write(&file, &script.text)?;
        // Several scripts may use one database: their numbers must not collide.
        let runs = 1_000 * u32::from(pipelined);
        Ok(Self { program: postgres::program("pgbench")?, url: url.to_owned(), file, script, runs })
    }

    /// Runs the script with this number of clients; returns transactions per second.
    pub(crate) fn run(&mut self, clients: usize, lasts: Duration) -> Result<f64> {
        self.runs += 1;
        let mut command = Command::new(&self.program);
        command.args(["--no-vacuum", "--protocol=prepared", "--jobs=2"]);
        command.args(["--client", &clients.to_string(), "--time", &lasts.as_secs().max(1).to_string()]);
        command.arg("--file").arg(&self.file);
        command.args(["-D", "n=0", "-D", &format!("run={}", self.runs)]);
        for (name, text) in &self.script.variables {
            command.arg("-D").arg(format!("{name}={text}"));
        }
        let ran = command.arg(&self.url).output()?;
        let printed = String::from_utf8_lossy(&ran.stdout);
        let rate =
            printed.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        match rate {
            Some(rate) if ran.status.success() => Ok(rate),
            _ => Err(format!("pgbench: {printed}{}", String::from_utf8_lossy(&ran.stderr)).into()),
        }
    }
}
