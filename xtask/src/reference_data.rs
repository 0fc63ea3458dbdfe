//! `cargo xtask reference-data`: prints the age of each file of reference data, or regenerates one from its
//! source package.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

const USAGE: &str = "cargo xtask reference-data [FILE FOLDER DATE]";
const SCRIPT: &str = "make.py";
/// Age in days from which a file is reported as old.
const OLD: i64 = 365;

/// Prints the age of all files, or regenerates one.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [] => print(),
        [file, folder, date] if days(date).is_some() => remake(file, folder, date),
        _ => Err(USAGE.to_owned()),
    }
}

/// The notes at the head of a file.
struct Notes {
    source: String,
    date: String,
    made_by: String,
}

#[expect(clippy::disallowed_methods, reason = "a tool says how old files are on the day it is run")]
fn print() -> Result<(), String> {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?;
    let today = i64::try_from(elapsed.as_secs() / 86_400).map_err(|error| error.to_string())?;
    for path in files()? {
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let notes = notes(&text).ok_or_else(|| format!("{name} does not say its source, date and script"))?;
        let day = days(&notes.date).ok_or_else(|| format!("{name}: {} is not a date", notes.date))?;
        let age = today - day;
        let is_old = if age > OLD { ", old" } else { "" };
        println!("{name}: {age} days{is_old} ({})", notes.date);
        println!("  source: {}\n  made by: {}", notes.source, notes.made_by);
    }
    Ok(())
}

/// Writes the output of the script to the file.
fn remake(file: &str, folder: &str, date: &str) -> Result<(), String> {
    let mut command = Command::new("python3");
    command
        .args([SCRIPT, file])
        .arg(std::path::absolute(folder).map_err(|error| error.to_string())?)
        .arg(date);
    let output = command.current_dir(home()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cannot run python3: {error}"))?;
    if !output.status.success() {
        return Err(format!("{SCRIPT} could not make {file}"));
    }
    std::fs::write(home().join(file), output.stdout).map_err(|error| error.to_string())?;
    println!("{file} was regenerated; review the diff before you commit it");
    Ok(())
}

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/vocabulary/reference")
}

/// Returns the files, sorted by name.
fn files() -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(home()).map_err(|error| error.to_string())?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "tsv")).collect();
    files.sort();
    Ok(files)
}

fn notes(text: &str) -> Option<Notes> {
    let note = |name: &str| {
        let mut lines = text.lines().take_while(|line| line.starts_with('#'));
        lines.find_map(|line| line.strip_prefix(name)).map(str::to_owned)
    };
    // The date may be followed by dates of single rows.
    let date = note("# date: ")?.chars().take(10).collect();
    Some(Notes { source: note("# source: ")?, date, made_by: note("# made by: ")? })
}

/// Returns the days from 1970-01-01 to a date of the form 2026-10-27.
fn days(date: &str) -> Option<i64> {
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let year = parts.next()??;
    let month = parts.next()??;
    let day = parts.next()??;
    let is_date = date.len() == 10 && (1..=12).contains(&month) && (1..=31).contains(&day);
    // The year begins in March, so that the leap day is its last day.
    let year = if month < 3 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let leap_days = year / 4 - year / 100 + year / 400;
    is_date.then_some(365 * year + leap_days + of_year - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_its_days_since_1970() {
        for (date, count) in
            [("1970-01-01", 0), ("2000-02-29", 11_016), ("2000-03-01", 11_017), ("2026-10-27", 20_753)]
        {
            assert_eq!(days(date), Some(count), "{date}");
        }
        for date in ["", "2026-13-01", "2026-1-01", "today"] {
            assert_eq!(days(date), None, "{date}");
        }
    }

    #[test]
    fn every_file_says_its_source_date_and_script() {
        let files = files().unwrap();
        assert_eq!(files.len(), 6);
        for path in files {
            let notes = notes(&std::fs::read_to_string(&path).unwrap()).unwrap();
            assert!(days(&notes.date).is_some() && !notes.source.is_empty(), "{path:?}");
            assert!(notes.made_by == "hand" || notes.made_by.starts_with(SCRIPT), "{path:?}");
        }
    }
}
