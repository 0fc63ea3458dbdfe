//! The directories supplied by operators (money 5).

use std::collections::BTreeSet;

use causeway_store::platforms::Environment;
use causeway_store::{Tx, discoveries, uma_providers, vasps};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::directory_entries::{BankEntry, Entry, UmaProviderEntry, VaspEntry};
use super::platform::environment;
use super::{Answer, Call, Form, OperatorError, arguments, noun, option, positional};
use crate::runtime::hex;

/// Maximum number of banks: a list without pages shows all of them at once.
const MAX_BANKS: usize = 10_000;
/// Maximum number of VASPs.
const MAX_VASPS: usize = 10_000;
/// Every request scans them.
const MAX_UMA_PROVIDERS: usize = 1_000;

noun! {
    /// Directories of banks, VASPs and UMA providers
    "directory" {
        /// Replace a whole directory for all platforms of an environment
        "import": Administer => change_deployment(import),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Directory {
    Banks,
    Vasps,
    UmaProviders,
}

arguments! {
    struct ImportRequest {
        directory: Directory = positional("Directory: banks, vasps or uma-providers"),
        /// Recorded in the audit trail as their number and SHA-256.
        #[serde(serialize_with = "digest")]
        entries: Vec<Value> =
            positional("JSON file: an array of entries with the members of the API")
                .form(Form::JsonFile),
        #[serde(deserialize_with = "environment")]
        environment: Environment = option("Environment: sandbox or production").required(),
    }
}

#[derive(Serialize)]
struct ImportOutcome {
    directory: Directory,
    environment: Environment,
    entries: usize,
}

fn import(tx: &mut Tx<'_>, _: &Call, import: &ImportRequest) -> Answer<ImportOutcome> {
    let ImportRequest { directory, environment, ref entries } = *import;
    match directory {
        Directory::Banks => {
            discoveries::replace(tx, environment, &records::<BankEntry>(entries, MAX_BANKS)?)?;
        }
        Directory::Vasps => vasps::replace(tx, environment, &records::<VaspEntry>(entries, MAX_VASPS)?)?,
        Directory::UmaProviders => {
            let records = records::<UmaProviderEntry>(entries, MAX_UMA_PROVIDERS)?;
            uma_providers::replace(tx, environment, &records)?;
        }
    }
    Ok(ImportOutcome { directory, environment, entries: entries.len() })
}

/// Converts the entries to rows, or reports the first invalid entry.
fn records<E: Entry>(entries: &[Value], most: usize) -> Answer<Vec<E::Record>> {
    if entries.len() > most {
        let message = format!("there are {} entries, and the directory takes {most}", entries.len());
        return Err(OperatorError::invalid(message));
    }
    let mut domains = BTreeSet::new();
    let mut records = Vec::with_capacity(entries.len());
    for (number, entry) in (1_usize..).zip(entries) {
        let wrong = |error: String| OperatorError::invalid(format!("entry {number}: {error}"));
        let entry: E = serde_path_to_error::deserialize(entry).map_err(|error| wrong(error.to_string()))?;
        let record = entry.record().map_err(wrong)?;
        if !domains.insert(E::key(&record)) {
            return Err(wrong("duplicate of an earlier entry".to_owned()));
        }
        records.push(record);
    }
    Ok(records)
}

fn digest<S: Serializer>(entries: &Vec<Value>, serializer: S) -> Result<S::Ok, S::Error> {
    let text = serde_json::to_vec(entries).map_err(serde::ser::Error::custom)?;
    let digest = format!("{} entries, SHA-256 {}", entries.len(), hex::encode(&Sha256::digest(text)));
    serializer.serialize_str(&digest)
}
