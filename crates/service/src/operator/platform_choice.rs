//! The platform of an action.

use causeway_domain::ids::{Id, PlatformConfigId, PlatformId};
use causeway_domain::search::ResourceKind;
use causeway_store::Tx;
use causeway_store::platforms::{self, PlatformRecord};
use serde_json::Value;

use super::error::LOOK_FURTHER;
use super::grant::Reach;
use super::platform_spelling::{named, suggestion};
use super::resource_id::ResourceId;
use super::{Kind, OperatorError};

/// The meaning of an action without `--platform`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DefaultScope {
    /// The deployment.
    Deployment,
    /// The platform of the ids among the arguments, or the only platform.
    OnePlatform,
    /// All platforms that the caller may choose.
    AllPlatforms,
}

/// A choice of platform by id or name, or by the ids among the arguments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PlatformChoice {
    /// An id or a name; `None` chooses the platform of the ids, or the only platform.
    pub(super) platform: Option<String>,
    /// The platforms that the caller may choose.
    reach: Reach,
    /// The ids among the arguments, which decide about the platform.
    ids: Vec<ResourceId>,
    /// The ids among the arguments of an action whose platform they do not decide about.
    filters: Vec<ResourceId>,
}

impl PlatformChoice {
    /// Returns the choice of a caller who may choose these platforms. If there is only one, it is chosen.
    pub(super) fn within(platform: Option<String>, reach: Reach) -> Self {
        let only = match &reach {
            Reach::Platforms(platforms) => <[PlatformId; 1]>::try_from(&platforms[..]).ok(),
            Reach::All | Reach::Empty => None,
        };
        let platform = platform.or_else(|| only.map(|[platform]| platform.to_string()));
        Self { platform, reach, ids: Vec::new(), filters: Vec::new() }
    }

    /// Adds the ids among the arguments, which decide about the platform.
    pub(super) fn naming(self, arguments: &Value) -> Self {
        Self { ids: ResourceId::among(arguments), ..self }
    }

    /// Adds the ids among the arguments, which narrow a list.
    pub(super) fn narrowed_by(self, arguments: &Value) -> Self {
        Self { filters: ResourceId::among(arguments), ..self }
    }

    /// Refuses a platform, given by its id, that the caller may not choose, and the absence of a choice if it
    /// would mean the deployment, or one platform without an id that decides.
    pub(super) fn check(&self, without: DefaultScope) -> Result<(), OperatorError> {
        let has_to_choose = match without {
            DefaultScope::Deployment => true,
            DefaultScope::OnePlatform => self.ids.is_empty(),
            DefaultScope::AllPlatforms => false,
        };
        match &self.platform {
            Some(choice) if id(choice).is_some_and(|id| !self.reach.includes(id)) => Err(unknown(choice)),
            None if self.reach != Reach::All && has_to_choose => {
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
        self.within_reach(tx)
    }

    fn within_reach(&self, tx: &mut Tx<'_>) -> Result<Vec<PlatformRecord>, OperatorError> {
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

    /// Finds the platform. Without a choice, the ids among the arguments decide if there are several.
    ///
    /// # Errors
    /// If no platform has that id or name, if several have that name, or if no choice was made, there are
    /// several, and the ids do not decide.
    pub(super) fn find(&self, tx: &mut Tx<'_>) -> Result<PlatformRecord, OperatorError> {
        let may_choose = |platform: &PlatformRecord| self.reach.includes(platform.id);
        let Some(choice) = &self.platform else { return self.find_by_ids(tx) };
        if let Some(id) = id(choice) {
            return platforms::find(tx, id)?.filter(may_choose).ok_or_else(|| unknown(choice));
        }
        let mut choices = platforms::list(tx)?;
        choices.retain(may_choose);
        match <[&PlatformRecord; 1]>::try_from(named(&choices, choice)) {
            Ok([platform]) => Ok(platform.clone()),
            Err(none) if none.is_empty() => Err(unknown(choice).remedy(suggestion(&choices, choice))),
            Err(several) => Err(OperatorError::invalid(format!("{choice} can be one of several platforms"))
                .remedy(format!("choose one by its id:\n{}", lines(several.into_iter())))),
        }
    }

    /// Finds the only platform that the caller may choose, or the one that has the ids among the arguments. It
    /// looks an id up only if there are several platforms.
    fn find_by_ids(&self, tx: &mut Tx<'_>) -> Result<PlatformRecord, OperatorError> {
        let choices = self.within_reach(tx)?;
        let Some(first) = self.ids.first().filter(|_| choices.len() > 1) else { return only(choices) };
        let mut found: Option<(&ResourceId, &PlatformRecord)> = None;
        for id in &self.ids {
            let Some(platform) = id.platform(tx, &choices)? else { continue };
            match found {
                Some((other, of)) if of.id != platform.id => {
                    let (one, two) = (label(of), label(platform));
                    return Err(OperatorError::invalid(format!("{other} is on {one}, and {id} on {two}"))
                        .remedy("name resources of one platform"));
                }
                Some(_) => {}
                None => found = Some((id, platform)),
            }
        }
        let (_, platform) = found.ok_or_else(|| missing(first))?;
        platforms::find(tx, platform.id)?.ok_or_else(|| missing(first))
    }

    /// Explains why a resource does not exist on the chosen platform: an id among the arguments is one of
    /// another platform that the caller may choose. Other errors remain as they are.
    pub(super) fn explain(&self, tx: &mut Tx<'_>, error: OperatorError) -> OperatorError {
        if error.kind != Kind::NotFound || self.platform.is_none() || self.ids.is_empty() {
            return error;
        }
        match self.misfit(tx) {
            Ok(Some(misfit)) => misfit,
            Ok(None) | Err(_) => error,
        }
    }

    /// Checks that the ids by which a list is narrowed exist on its platforms.
    ///
    /// # Errors
    /// For the first id that does not exist there: with the names of both platforms, if the caller may choose the one
    /// that has it.
    pub(super) fn check_ids(&self, tx: &mut Tx<'_>) -> Result<(), OperatorError> {
        // The chosen platform was found by its id already.
        let ids: Vec<_> =
            self.ids.iter().chain(&self.filters).filter(|id| !id.is_of(ResourceKind::Platform)).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let platforms = if self.ids.is_empty() { self.all(tx)? } else { vec![self.find(tx)?] };
        for id in ids {
            if self.has(tx, id, &platforms)? {
                continue;
            }
            let misfit = if self.platform.is_some() { self.misfit(tx)? } else { None };
            return Err(misfit.unwrap_or_else(|| missing(id)));
        }
        Ok(())
    }

    /// Checks that one of the platforms has a resource. An alert about no platform is one of the deployment.
    fn has(
        &self,
        tx: &mut Tx<'_>,
        id: &ResourceId,
        platforms: &[PlatformRecord],
    ) -> Result<bool, OperatorError> {
        if id.platform(tx, platforms)?.is_some() {
            return Ok(true);
        }
        Ok(id.alert(tx)?.is_some_and(|alert| match alert.platform {
            Some(about) => platforms.iter().any(|platform| platform.id == about),
            None => self.reach == Reach::All,
        }))
    }

    /// Returns the error about the first id that is one of another platform than the chosen one.
    fn misfit(&self, tx: &mut Tx<'_>) -> Result<Option<OperatorError>, OperatorError> {
        let chosen = self.find(tx)?;
        let choices = self.within_reach(tx)?;
        for id in self.ids.iter().chain(&self.filters) {
            let holder = id.platform(tx, &choices)?.filter(|holder| holder.id != chosen.id);
            if let Some(holder) = holder {
                let message = format!("{id} is on {}, not on {}", label(holder), label(&chosen));
                let error = OperatorError::new(Kind::NotFound, message);
                return Ok(Some(error.remedy("leave --platform out: the id decides")));
            }
        }
        Ok(None)
    }
}

fn missing(id: &ResourceId) -> OperatorError {
    OperatorError::new(Kind::NotFound, format!("there is no {id}")).remedy(LOOK_FURTHER)
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
            .remedy(format!("choose one with --platform:\n{}", lines(several.iter())))),
    }
}

fn unknown(choice: &str) -> OperatorError {
    OperatorError::new(Kind::NotFound, format!("there is no platform {choice}"))
        .remedy("see them all: causeway platform list")
}

/// Returns the name of a platform with its id, because names need not differ.
fn label(platform: &PlatformRecord) -> String {
    format!("platform {} ({})", platform.name, platform.id)
}

fn lines<'a>(platforms: impl Iterator<Item = &'a PlatformRecord>) -> String {
    let line = |platform: &PlatformRecord| format!("  {}  {}", platform.id, platform.name);
    platforms.map(line).collect::<Vec<_>>().join("\n")
}
