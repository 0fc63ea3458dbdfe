//! The platform of an action.

use causeway_domain::ids::{Id, PlatformConfigId, PlatformId};
use causeway_store::Tx;
use causeway_store::platforms::{self, PlatformRecord};

use super::{Kind, OperatorError};

/// A choice of platform by id or name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlatformChoice {
    /// An id or a name; `None` chooses the only platform.
    pub platform: Option<String>,
}

impl PlatformChoice {
    /// Returns the choice of the platform with this id.
    #[must_use]
    pub fn of(platform: PlatformId) -> Self {
        Self { platform: Some(platform.to_string()) }
    }

    /// Finds the platform.
    ///
    /// # Errors
    /// If no platform has that id or name, if several have that name, or if no choice was made and there are
    /// several.
    pub(super) fn find(&self, tx: &mut Tx<'_>) -> Result<PlatformRecord, OperatorError> {
        let Some(choice) = &self.platform else { return only(platforms::list(tx)?) };
        if let Some(id) = id(choice) {
            return platforms::find(tx, id)?.ok_or_else(|| unknown(choice));
        }
        let mut matches = platforms::list(tx)?;
        matches.retain(|platform| platform.name == *choice);
        match <[PlatformRecord; 1]>::try_from(matches) {
            Ok([platform]) => Ok(platform),
            Err(none) if none.is_empty() => Err(unknown(choice)),
            Err(several) => Err(OperatorError::invalid(format!("several platforms are named {choice}"))
                .remedy(format!("choose one by its id:\n{}", lines(&several)))),
        }
    }
}

/// Parses a platform's own id, or that of its configuration.
fn id(choice: &str) -> Option<PlatformId> {
    let config = || choice.parse::<PlatformConfigId>().map(|id| PlatformId::from_uuid(id.uuid()));
    choice.parse().or_else(|_| config()).ok()
}

fn only(all: Vec<PlatformRecord>) -> Result<PlatformRecord, OperatorError> {
    match <[PlatformRecord; 1]>::try_from(all) {
        Ok([platform]) => Ok(platform),
        Err(none) if none.is_empty() => Err(OperatorError::new(Kind::NotFound, "there is no platform yet")
            .remedy("create one: causeway platform create --environment sandbox --name NAME")),
        Err(several) => Err(OperatorError::invalid("there are several platforms")
            .remedy(format!("choose one with --platform:\n{}", lines(&several)))),
    }
}

fn unknown(choice: &str) -> OperatorError {
    OperatorError::new(Kind::NotFound, format!("there is no platform {choice}"))
        .remedy("see them all: causeway platform list")
}

fn lines(platforms: &[PlatformRecord]) -> String {
    let line = |platform: &PlatformRecord| format!("  {}  {}", platform.id, platform.name);
    platforms.iter().map(line).collect::<Vec<_>>().join("\n")
}
