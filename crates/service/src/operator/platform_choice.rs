//! The platform of an action.

use causeway_domain::ids::{Id, PlatformConfigId, PlatformId};
use causeway_store::Tx;
use causeway_store::platforms::{self, PlatformRecord};

use super::grant::Reach;
use super::{Kind, OperatorError};

/// A choice of platform by id or name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PlatformChoice {
    /// An id or a name; `None` chooses the only platform.
    pub(super) platform: Option<String>,
    /// The platforms that the caller may choose.
    reach: Reach,
}

impl PlatformChoice {
    /// Returns the choice of a caller who may choose these platforms. If there is only one, it is chosen.
    pub(super) fn within(platform: Option<String>, reach: Reach) -> Self {
        let only = match &reach {
            Reach::Platforms(platforms) => <[PlatformId; 1]>::try_from(&platforms[..]).ok(),
            Reach::All | Reach::Empty => None,
        };
        Self { platform: platform.or_else(|| only.map(|[platform]| platform.to_string())), reach }
    }

    /// Refuses a platform, given by its id, that the caller may not choose, and the absence of a choice that
    /// would mean the deployment. With `spans_platforms`, it means all platforms that the caller may choose.
    pub(super) fn check(&self, spans_platforms: bool) -> Result<(), OperatorError> {
        match &self.platform {
            Some(choice) if id(choice).is_some_and(|id| !self.reach.includes(id)) => Err(unknown(choice)),
            None if self.reach != Reach::All && !spans_platforms => {
                Err(OperatorError::invalid("you may use several platforms")
                    .remedy("choose one with --platform"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Finds the chosen platform; without a choice, all platforms that the caller may choose.
    ///
    /// # Errors
    /// If the chosen platform does not exist.
    pub(super) fn all(&self, tx: &mut Tx<'_>) -> Result<Vec<PlatformRecord>, OperatorError> {
        if self.platform.is_some() {
            return Ok(vec![self.find(tx)?]);
        }
        let mut all = platforms::list(tx)?;
        all.retain(|platform| self.reach.includes(platform.id));
        Ok(all)
    }

    /// Returns the ids of the platforms that the call is about; `None` for all of them with the deployment.
    ///
    /// # Errors
    /// If the chosen platform does not exist.
    pub(super) fn ids(&self, tx: &mut Tx<'_>) -> Result<Option<Vec<PlatformId>>, OperatorError> {
        match (&self.platform, &self.reach) {
            (Some(_), _) => Ok(Some(vec![self.find(tx)?.id])),
            (None, Reach::All) => Ok(None),
            (None, Reach::Platforms(platforms)) => Ok(Some(platforms.clone())),
            (None, Reach::Empty) => Ok(Some(Vec::new())),
        }
    }

    /// Finds the platform.
    ///
    /// # Errors
    /// If no platform has that id or name, if several have that name, or if no choice was made and there are
    /// several.
    pub(super) fn find(&self, tx: &mut Tx<'_>) -> Result<PlatformRecord, OperatorError> {
        let may_choose = |platform: &PlatformRecord| self.reach.includes(platform.id);
        let Some(choice) = &self.platform else { return only(platforms::list(tx)?) };
        if let Some(id) = id(choice) {
            return platforms::find(tx, id)?.filter(may_choose).ok_or_else(|| unknown(choice));
        }
        let mut matches = platforms::list(tx)?;
        matches.retain(|platform| platform.name == *choice && may_choose(platform));
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
