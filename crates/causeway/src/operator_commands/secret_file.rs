//! The file for the secret of new credentials, which exists before they do: a secret is never lost for want of a
//! place to write it to.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use causeway_service::operator::{Form, OperatorError};
use serde_json::{Map, Value};

use super::Invocation;
use super::part_file::PartFile;
use crate::data_folder::DataFolder;

/// The remedy for the lost secret of a token.
const TOKEN_AGAIN: &str = "the secret is lost: create another token, on a terminal";
/// The remedy for the lost secret of a receiver of alerts.
const SINK_AGAIN: &str =
    "the secret is lost: remove the receiver with causeway alert-sink remove, and add it again";

/// The file for the secret of new credentials.
#[derive(Debug)]
pub(super) struct SecretFile {
    content: PartFile,
    /// The path given by the operator; `None` if the credentials name the file.
    chosen: Option<PathBuf>,
    folder: DataFolder,
}

/// The secret of new credentials, as it is written to a file.
struct NewSecret {
    /// The member of the result that has it.
    member: &'static str,
    text: String,
    /// The default path.
    path: PathBuf,
    /// The remedy if it cannot be written.
    remedy: &'static str,
}

impl SecretFile {
    /// Creates the file if the action makes credentials and the operator names a file, or standard output is no
    /// terminal. Without a name from the operator, the file is in `folder`.
    ///
    /// # Errors
    /// If the file exists, or the file system refuses it.
    pub(super) fn open(invocation: &Invocation, folder: &DataFolder) -> Result<Option<Self>, OperatorError> {
        let chosen = invocation.output.clone();
        let is_needed = chosen.is_some() || !io::stdout().is_terminal();
        if invocation.is_dry_run || !makes_secret(invocation) || !is_needed {
            return Ok(None);
        }
        let draft = || folder.path().join(format!("secret-{}", std::process::id()));
        let content = PartFile::beside(&chosen.clone().unwrap_or_else(draft))?;
        Ok(Some(Self { content, chosen, folder: folder.clone() }))
    }

    /// Moves the secret of a result into the file; the result has the path of the file in its place. A result
    /// without a secret stays as it is.
    ///
    /// # Errors
    /// If the secret cannot be written.
    pub(super) fn keep(mut self, result: &mut Value) -> Result<(), OperatorError> {
        let Some(members) = result.as_object_mut() else { return Ok(()) };
        let Some(secret) = new_secret(members, &self.folder) else { return Ok(()) };
        let NewSecret { member, text, path, remedy } = secret;
        let written = self.content.write(text.as_bytes()).and_then(|()| match &self.chosen {
            Some(chosen) => self.content.publish(chosen),
            None => self.content.replace(&path),
        });
        written.map_err(|error| error.remedy(remedy))?;
        let path = self.chosen.unwrap_or(path);
        members.shift_remove(member);
        members.insert("credentials".to_owned(), path.display().to_string().into());
        Ok(())
    }
}

/// Returns `true` if the result of the action has the secret of new credentials.
pub(super) fn makes_secret(invocation: &Invocation) -> bool {
    invocation.action.arguments.iter().any(|argument| argument.form == Form::SecretFile)
}

/// Returns the secret among the members of a result, with the file in a folder that is named after its credentials.
fn new_secret(members: &Map<String, Value>, folder: &DataFolder) -> Option<NewSecret> {
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    if let (Some(secret), Some(id)) = (text("client_secret"), text("client_id")) {
        let path = folder.credentials_of(id);
        let text = format!("{id}:{secret}\n");
        return Some(NewSecret { member: "client_secret", text, path, remedy: TOKEN_AGAIN });
    }
    if let (Some(secret), Some(name)) = (text("operator_token"), text("name")) {
        let path = folder.operator_token_of(name);
        return Some(NewSecret {
            member: "operator_token",
            text: secret.to_owned(),
            path,
            remedy: TOKEN_AGAIN,
        });
    }
    let secret = text("secret")?;
    let sink = text("sink")?;
    let path = folder.credentials_of(sink.rsplit(':').next().unwrap_or(sink));
    Some(NewSecret { member: "secret", text: format!("{secret}\n"), path, remedy: SINK_AGAIN })
}
