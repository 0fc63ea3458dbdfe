//! Which platform an action is about.

use causeway_domain::ids::{Id, PlatformConfigId, PlatformId};
use causeway_store::Tx;
use causeway_store::platforms::{self, PlatformRecord};

use super::{Kind, OperatorError};

/// A platform, named as people name it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlatformChoice {
    /// Its id or its name; may be left out where there is only one.
    pub platform: Option<String>,
}

impl PlatformChoice {
    /// The platform of this id.
    #[must_use]
    pub fn of(platform: PlatformId) -> Self {
        Self { platform: Some(platform.to_string()) }
    }

    /// Finds the platform.
    ///
    /// # Errors
    /// When there is none of that id or name, several of that name, or several and nothing is said.
    pub(super) fn find(&self, tx: &mut Tx<'_>) -> Result<PlatformRecord, OperatorError> {
        let Some(said) = &self.platform else { return only(platforms::list(tx)?) };
        if let Some(id) = id(said) {
            return platforms::find(tx, id)?.ok_or_else(|| unknown(said));
        }
        let mut named = platforms::list(tx)?;
        named.retain(|platform| platform.name == *said);
        match <[PlatformRecord; 1]>::try_from(named) {
            Ok([platform]) => Ok(platform),
            Err(none) if none.is_empty() => Err(unknown(said)),
            Err(several) => Err(OperatorError::invalid(format!("several platforms are called {said}"))
                .remedy(format!("say which by its id:\n{}", lines(&several)))),
        }
    }
}

/// A platform goes by its own id and by that of its configuration.
fn id(said: &str) -> Option<PlatformId> {
    let config = || said.parse::<PlatformConfigId>().map(|id| PlatformId::from_uuid(id.uuid()));
    said.parse().or_else(|_| config()).ok()
}

fn only(all: Vec<PlatformRecord>) -> Result<PlatformRecord, OperatorError> {
    match <[PlatformRecord; 1]>::try_from(all) {
        Ok([platform]) => Ok(platform),
        Err(none) if none.is_empty() => Err(OperatorError::new(Kind::NotFound, "there is no platform yet")
            .remedy("make one: causeway platform create --environment sandbox --name NAME")),
        Err(several) => Err(OperatorError::invalid("there are several platforms")
            .remedy(format!("say which with --platform:\n{}", lines(&several)))),
    }
}

fn unknown(said: &str) -> OperatorError {
    OperatorError::new(Kind::NotFound, format!("there is no platform {said}"))
        .remedy("see them all: causeway platform list")
}

fn lines(platforms: &[PlatformRecord]) -> String {
    let line = |platform: &PlatformRecord| format!("  {}  {}", platform.id, platform.name);
    platforms.iter().map(line).collect::<Vec<_>>().join("\n")
}
