//! Completion of the ids among the arguments that operators have shortened, or named in another way (conventions 2.1).

use causeway_domain::ids::{Id, PlatformId, QuoteId};
use causeway_domain::search::ResourceKind;
use causeway_store::payments::{self, Filter};
use causeway_store::platforms::PlatformRecord;
use causeway_store::search_terms::SearchHit;
use causeway_store::{Tx, alerts, any_ids, quotes};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::id_ends::with_end;
use super::id_spelling::{PartialForm, PartialId, named};
use super::resource_id::typed_id;
use super::{Answer, Kind, OperatorError, PlatformChoice};

/// Maximum number of candidates that are listed for one text.
const MAX_CANDIDATES: u32 = 10;
/// Maximum number of open alerts of a kind among which those of the caller's platforms are found.
const MAX_ALERTS: i64 = 1_000;

/// A resource that a text can mean.
struct Candidate {
    id: String,
    /// Name of its platform; `None` for an alert about the deployment.
    platform: Option<String>,
}

/// The resources that a text can mean.
struct Candidates {
    found: Vec<Candidate>,
    /// `false` if there may be others, which were not compared.
    are_all: bool,
}

/// The platforms that the caller may choose.
struct Platforms {
    all: Vec<PlatformRecord>,
    /// `true` if the deployment is chosen, too.
    with_deployment: bool,
}

/// Returns the complete ids by the names of their arguments.
///
/// # Errors
/// For a text that names nothing on the platforms of the call, and for one that names several resources, which the
/// error lists. For a change, also if there may be others.
pub(super) fn look_up(
    tx: &mut Tx<'_>,
    choice: &PlatformChoice,
    partial: &[PartialId],
    is_look: bool,
) -> Answer<Map<String, Value>> {
    let platforms = Platforms { all: choice.all(tx)?, with_deployment: choice.ids(tx)?.is_none() };
    let mut complete = Map::new();
    for id in partial {
        let Candidates { mut found, are_all } = candidates(tx, &platforms, id)?;
        found.sort_by(|one, other| one.id.cmp(&other.id));
        found.dedup_by(|one, other| one.id == other.id);
        let only = match &found[..] {
            [] => return Err(unknown(id)),
            [only] if is_look || are_all => only.id.clone(),
            [only] => return Err(unproven(id, only)),
            several => return Err(ambiguous(id, several)),
        };
        complete.insert(id.argument.name.to_owned(), only.into());
    }
    Ok(complete)
}

fn candidates(tx: &mut Tx<'_>, platforms: &Platforms, id: &PartialId) -> Answer<Candidates> {
    let mut found = Vec::new();
    let mut are_all = true;
    for platform in &platforms.all {
        let (ids, are_all_of_platform) = match &id.form {
            PartialForm::End { kinds, digits } => {
                let ends = with_end(tx, platform.id, kinds, digits, MAX_CANDIDATES)?;
                (typed(id, ends.hits), ends.are_all)
            }
            PartialForm::QuoteEnd(digits) => {
                let ends = with_end(tx, platform.id, &[ResourceKind::Quote], digits, MAX_CANDIDATES)?;
                let quotes: Vec<Uuid> = ends.hits.into_iter().map(|hit| hit.id).collect();
                (payments_of(tx, platform.id, &quotes)?, ends.are_all)
            }
            _ => (on_platform(tx, platform, id)?, true),
        };
        are_all &= are_all_of_platform;
        found.extend(ids.into_iter().map(|id| Candidate { id, platform: Some(platform.name.clone()) }));
    }
    let of_alerts = match &id.form {
        PartialForm::Uuid(uuid) if id.argument.ids.contains(&ResourceKind::Alert) => vec![*uuid],
        PartialForm::End { kinds, digits } if kinds.contains(&ResourceKind::Alert) => {
            let ends = any_ids::alerts_ending(tx, digits)?;
            are_all &= ends.are_all;
            ends.ids
        }
        PartialForm::AlertKind(kind) => {
            alerts::open_of_kind(tx, *kind, MAX_ALERTS)?.into_iter().map(|alert| alert.id.uuid()).collect()
        }
        _ => Vec::new(),
    };
    for uuid in of_alerts {
        found.extend(alert(tx, platforms, uuid)?);
    }
    Ok(Candidates { found, are_all })
}

/// Returns the ids of a platform that a text can mean, apart from ends of ids and from alerts.
fn on_platform(tx: &mut Tx<'_>, platform: &PlatformRecord, id: &PartialId) -> Answer<Vec<String>> {
    let hits = match &id.form {
        PartialForm::Uuid(uuid) => any_ids::holders(tx, platform.id, *uuid)?,
        PartialForm::Quote(uuid) => return payments_of(tx, platform.id, &[*uuid]),
        PartialForm::Reference(text) => {
            let filter = Filter { reference: Some(text.clone()), ..Filter::default() };
            let now = platform.clock.at(tx.wall());
            let found = payments::newest(tx, platform.id, &filter, now, MAX_CANDIDATES)?;
            return Ok(found.iter().map(|payment| payment.id.to_string()).collect());
        }
        PartialForm::End { .. } | PartialForm::QuoteEnd(_) | PartialForm::AlertKind(_) => Vec::new(),
    };
    Ok(typed(id, hits))
}

/// Returns the ids of the kinds that the argument takes.
fn typed(id: &PartialId, hits: Vec<SearchHit>) -> Vec<String> {
    let of_kind = hits.into_iter().filter(|hit| id.argument.ids.contains(&hit.kind));
    of_kind.map(|hit| typed_id(hit.kind, hit.id)).collect()
}

/// Returns the payments of quotes.
fn payments_of(tx: &mut Tx<'_>, platform: PlatformId, quotes: &[Uuid]) -> Answer<Vec<String>> {
    let quotes: Vec<QuoteId> = quotes.iter().copied().map(QuoteId::from_uuid).collect();
    let found = quotes::payments_of(tx, platform, &quotes)?.into_iter();
    Ok(found.map(|(_, payment)| payment.to_string()).collect())
}

/// Returns an alert that is about one of the platforms, or about none if the deployment is chosen.
fn alert(tx: &mut Tx<'_>, platforms: &Platforms, uuid: Uuid) -> Answer<Option<Candidate>> {
    let Some(alert) = any_ids::alert(tx, uuid)? else { return Ok(None) };
    let of = platforms.all.iter().find(|platform| alert.platform == Some(platform.id));
    let is_chosen = of.is_some() || (alert.platform.is_none() && platforms.with_deployment);
    let platform = of.map(|platform| platform.name.clone());
    Ok(is_chosen.then(|| Candidate { id: typed_id(ResourceKind::Alert, uuid), platform }))
}

fn unknown(id: &PartialId) -> OperatorError {
    let PartialId { argument, text, form } = id;
    let message = match form {
        PartialForm::Uuid(_) | PartialForm::Quote(_) | PartialForm::QuoteEnd(_) => {
            format!("there is no {} {text}", named(argument.ids))
        }
        PartialForm::End { kinds, digits } => format!("there is no {} that ends in {digits}", named(kinds)),
        PartialForm::Reference(_) => format!("there is no payment with the reference {text}"),
        PartialForm::AlertKind(kind) => format!("there is no open alert of the kind {kind}"),
    };
    let newest = any_ids::MAX_ENDS;
    let remedy = match form {
        PartialForm::End { .. } => format!(
            "give the complete id, as --wide prints it: ends are looked for among the newest {newest}; or look for it \
             by what else is known: causeway find TEXT"
        ),
        _ => format!("look for it: causeway find {text}"),
    };
    OperatorError::new(Kind::NotFound, message).remedy(remedy)
}

/// Returns the error of a change by an end that an older resource may have, too.
fn unproven(id: &PartialId, only: &Candidate) -> OperatorError {
    let message = format!("argument {}: {} may be the end of several ids", id.argument.name, id.text);
    OperatorError::invalid(message).remedy(format!("if it is this one, give its complete id: {}", only.id))
}

fn ambiguous(id: &PartialId, candidates: &[Candidate]) -> OperatorError {
    let line = |candidate: &Candidate| match &candidate.platform {
        Some(platform) => format!("  {}  {platform}", candidate.id),
        None => format!("  {}", candidate.id),
    };
    let lines = candidates.iter().map(line).collect::<Vec<_>>().join("\n");
    let message = format!("argument {}: {} can be one of {}", id.argument.name, id.text, candidates.len());
    OperatorError::invalid(message).remedy(format!("name one by its complete id:\n{lines}"))
}
