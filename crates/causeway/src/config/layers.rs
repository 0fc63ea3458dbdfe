//! Layers of configuration: flags take precedence over the environment, the file and the defaults.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use causeway_service::runtime::keys::is_private;

use super::{ConfigError, EffectiveSetting, LocationFlags, Problem, ServeFlags, Value, ValueSource};

/// Prefix of the service's environment variables.
const PREFIX: &str = "SVC_";

/// Suffix of the variables that name a file with the value of a secret.
const FILE_SUFFIX: &str = "_file";

/// Name of the configuration file in a data folder.
const FILE_NAME: &str = "causeway.toml";

/// Default data folder of a process.
const DATA_DEFAULT: &str = "causeway-data";

/// Minimum similarity (1 is equal) of a name to be suggested for a misspelt one.
const MIN_SIMILARITY: f64 = 0.8;

/// All given values, and the settings taken from them so far.
#[derive(Debug)]
pub struct Layers {
    flags: Vec<(&'static str, &'static str, String)>,
    /// Variables that begin with [`PREFIX`], by setting name.
    environment: BTreeMap<String, String>,
    /// Settings whose value in `environment` is the content of a file that a variable names.
    read_from_files: BTreeSet<&'static str>,
    file: Option<(PathBuf, toml::Table)>,
    /// Set if the file is in the data folder and therefore cannot name that folder.
    in_data_folder: bool,
    known: BTreeSet<String>,
    effective: Vec<EffectiveSetting>,
    problems: Vec<Problem>,
}

impl Layers {
    /// Collects the given values: flags, the environment of the process, and the file that they name.
    ///
    /// # Errors
    /// If the file cannot be read, or a file was named that does not exist.
    pub fn collect(location: &LocationFlags, flags: &ServeFlags) -> Result<Self, ConfigError> {
        Self::new(location, flags, std::env::vars())
    }

    /// Collects the given values with these environment variables, as [`Layers::collect`] does.
    ///
    /// # Errors
    /// The errors of [`Layers::collect`].
    pub fn new(
        location: &LocationFlags,
        flags: &ServeFlags,
        variables: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, ConfigError> {
        let environment = variables
            .filter(|(_, value)| !value.is_empty())
            .filter_map(|(name, value)| Some((name.strip_prefix(PREFIX)?.to_ascii_lowercase(), value)))
            .collect();
        let mut layers = Self {
            flags: location.given().into_iter().chain(flags.given()).collect(),
            environment,
            read_from_files: BTreeSet::new(),
            file: None,
            in_data_folder: location.config.is_none(),
            known: BTreeSet::new(),
            effective: Vec::new(),
            problems: Vec::new(),
        };
        let file = match &location.config {
            Some(path) => Some((path.clone(), read_file(path)?)),
            None => layers.file_in_data_folder()?,
        };
        layers.file = file;
        Ok(layers)
    }

    /// Reads the file in the data folder, which need not exist.
    ///
    /// # Errors
    /// If there is something else than a folder, or the user may not enter it.
    fn file_in_data_folder(&self) -> Result<Option<(PathBuf, toml::Table)>, ConfigError> {
        let (folder, origin) =
            self.find("data").unwrap_or_else(|| (DATA_DEFAULT.to_owned(), ValueSource::Default));
        let path = Path::new(&folder).join(FILE_NAME);
        let reason = match path.try_exists() {
            Ok(false) => return Ok(None),
            Ok(true) => return read_file(&path).map(|table| Some((path, table))),
            Err(error) => match error.kind() {
                io::ErrorKind::NotADirectory => format!("{folder} is not a folder"),
                io::ErrorKind::PermissionDenied => {
                    format!("{folder} cannot be entered by this user: {error}; run the command as its owner")
                }
                _ => format!("{folder} cannot be read: {error}"),
            },
        };
        Err(ConfigError(vec![Problem::Invalid { name: "data".to_owned(), origin, reason }]))
    }

    /// Refuses a file with secrets that others than its owner may read, as key files are refused.
    pub(super) fn refuse_open_file(&mut self, is_secret: impl Fn(&str, &str) -> bool) {
        let Some((path, table)) = &self.file else { return };
        let secrets = table.iter().filter(|(name, value)| is_secret(name, &text_of(value)));
        let names: Vec<String> = secrets.map(|(name, _)| name.clone()).collect();
        if names.is_empty() {
            return;
        }
        let problem = match is_private(path) {
            Ok(true) => return,
            Ok(false) => Problem::Open { names, path: path.clone() },
            Err(error) => Problem::File { path: path.clone(), reason: error.to_string() },
        };
        self.problem(problem);
    }

    /// Reads the files that variables such as `SVC_ROOT_KEY_FILE` name for these secrets. A secret of a service
    /// manager or an orchestrator is a file, and a file is neither inherited nor shown as a variable is.
    pub(super) fn read_secret_files(&mut self, secrets: impl Iterator<Item = &'static str>) {
        for name in secrets {
            let Some(path) = self.environment.remove(&format!("{name}{FILE_SUFFIX}")) else { continue };
            let content = if self.environment.contains_key(name) {
                Err(format!("{} is set as well; set one of the two", variable(name)))
            } else {
                read_secret(Path::new(&path))
            };
            match content {
                Ok(secret) => {
                    self.environment.insert(name.to_owned(), secret);
                    self.read_from_files.insert(name);
                }
                Err(reason) => {
                    let origin = ValueSource::Environment(variable(&format!("{name}{FILE_SUFFIX}")));
                    self.problems.push(Problem::Invalid { name: name.to_owned(), origin, reason });
                }
            }
        }
    }

    /// Takes the path of the data folder.
    pub(super) fn data(&mut self) -> PathBuf {
        if self.in_data_folder {
            self.misplaced_in_file(
                "data",
                "this file is in the data folder; set the folder with SVC_DATA or --data",
            );
        }
        self.take("data", PathBuf::from(DATA_DEFAULT))
    }

    /// Takes the value of a setting.
    pub(super) fn take<T: Value>(&mut self, name: &str, default: T) -> T {
        self.take_read(name, default, |text| T::read(text).map_err(|form| format!("must be {form}")), T::show)
    }

    /// Takes the value of an optional setting.
    pub(super) fn take_optional<T: Value>(&mut self, name: &str) -> Option<T> {
        self.take(name, None)
    }

    /// Takes the value of a setting that `read` parses and `show` formats.
    pub(super) fn take_read<T>(
        &mut self,
        name: &str,
        default: T,
        read: impl FnOnce(&str) -> Result<T, String>,
        show: impl FnOnce(&T) -> String,
    ) -> T {
        self.known.insert(name.to_owned());
        let (value, origin) = match self.find(name) {
            None => (default, ValueSource::Default),
            Some((text, origin)) => match read(&text) {
                Ok(value) => (value, origin),
                Err(reason) => {
                    self.problems.push(Problem::Invalid { name: name.to_owned(), origin, reason });
                    (default, ValueSource::Default)
                }
            },
        };
        self.effective.push(EffectiveSetting { name: name.to_owned(), value: show(&value), origin });
        value
    }

    /// Takes the value of a setting that the database may hold too; `None` if this process does not set it.
    pub(super) fn take_pinned<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
        show: impl FnOnce(&T) -> String,
    ) -> Option<T> {
        let value = self.take_read(
            name,
            None,
            |text| read(text).map(Some),
            |value| value.as_ref().map(show).unwrap_or_default(),
        );
        if let Some(effective) = self.effective.last_mut().filter(|_| value.is_none()) {
            effective.origin = ValueSource::Stored;
        }
        value
    }

    /// Takes a setting that is allowed in the environment only: the file might be shared, a variable is not.
    pub(super) fn take_from_environment<T: Value>(&mut self, name: &str) -> Option<T> {
        self.misplaced_in_file(name, "is read from the environment only");
        self.take_optional(name)
    }

    pub(super) fn misplaced_in_file(&mut self, name: &str, reason: &'static str) {
        if let Some((path, table)) = &mut self.file
            && table.remove(name).is_some()
        {
            let origin = ValueSource::File(path.clone());
            self.problems.push(Problem::Misplaced { name: name.to_owned(), origin, reason });
        }
    }

    /// Returns `true` if the value of a setting was invalid.
    fn is_invalid(&self, setting: &str) -> bool {
        self.problems.iter().any(|one| matches!(one, Problem::Invalid { name, .. } if name == setting))
    }

    /// Records a problem with a combination of values. A value that was refused counts as set.
    pub(super) fn problem(&mut self, problem: Problem) {
        let is_set = matches!(&problem, Problem::Alone { missing, .. } if self.is_invalid(missing));
        if !is_set {
            self.problems.push(problem);
        }
    }

    fn find(&self, name: &str) -> Option<(String, ValueSource)> {
        if let Some((_, flag, text)) = self.flags.iter().find(|(known, ..)| *known == name) {
            return Some((text.clone(), ValueSource::Flag(flag)));
        }
        if let Some(text) = self.environment.get(name) {
            return Some((text.clone(), ValueSource::Environment(self.variable_of(name))));
        }
        let (path, table) = self.file.as_ref()?;
        Some((text_of(table.get(name)?), ValueSource::File(path.clone())))
    }

    /// Returns the variable that gives the value of a setting.
    fn variable_of(&self, name: &str) -> String {
        if self.read_from_files.contains(name) {
            variable(&format!("{name}{FILE_SUFFIX}"))
        } else {
            variable(name)
        }
    }

    /// Returns the effective settings after all of them were taken.
    ///
    /// An unknown name in the file is an error. In the environment it is an error only if it resembles a
    /// known name: other programs may use the same prefix.
    ///
    /// # Errors
    /// All problems at once.
    pub(super) fn finish(mut self) -> Result<Vec<EffectiveSetting>, ConfigError> {
        let mut unknown: Vec<(String, ValueSource)> = Vec::new();
        if let Some((path, table)) = &self.file {
            unknown.extend(table.keys().map(|name| (name.clone(), ValueSource::File(path.clone()))));
        }
        unknown.extend(
            self.environment.keys().map(|name| (name.clone(), ValueSource::Environment(variable(name)))),
        );
        for (name, origin) in unknown.into_iter().filter(|(name, _)| !self.known.contains(name)) {
            let known = self.known.iter().map(String::as_str);
            let suggestion = most_similar(known, &name).map(str::to_owned);
            if suggestion.is_some() || matches!(origin, ValueSource::File(_)) {
                self.problems.push(Problem::Unknown { name, origin, suggestion });
            }
        }
        if self.problems.is_empty() { Ok(self.effective) } else { Err(ConfigError(self.problems)) }
    }
}

/// Returns the known name that is most similar to a misspelt one, if any is similar enough.
pub(super) fn most_similar<'a>(known: impl Iterator<Item = &'a str>, name: &str) -> Option<&'a str> {
    let best = known.map(|known| (strsim::jaro_winkler(known, name), known));
    let best = best.max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|(similarity, _)| *similarity >= MIN_SIMILARITY).map(|(_, known)| known)
}

fn variable(name: &str) -> String {
    format!("{PREFIX}{}", name.to_ascii_uppercase())
}

/// Reads a secret, without the line end that editors and `echo` append.
fn read_secret(path: &Path) -> Result<String, String> {
    let text =
        fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let secret = text.trim_end_matches(['\r', '\n']);
    if secret.is_empty() { Err(format!("{} is empty", path.display())) } else { Ok(secret.to_owned()) }
}

fn read_file(path: &Path) -> Result<toml::Table, ConfigError> {
    let unreadable = |reason: String| ConfigError(vec![Problem::File { path: path.to_owned(), reason }]);
    let text = fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => unreadable("there is no such file".to_owned()),
        _ => unreadable(error.to_string()),
    })?;
    text.parse().map_err(|error: toml::de::Error| unreadable(error.to_string().trim_end().to_owned()))
}

/// Formats a value of the file as a flag or variable would contain it; lists and tables become JSON.
fn text_of(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(_) | toml::Value::Table(_) => serde_json::to_string(value).unwrap_or_default(),
        other => other.to_string(),
    }
}
