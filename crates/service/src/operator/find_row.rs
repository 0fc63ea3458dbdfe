//! The summary of a resource that was found, read from its own row.

use causeway_domain::Time;
use causeway_domain::ids::{
    BeneficialOwnerId, CustomerId, ExternalAccountId, Id, JobId, RequestId, StablecoinProviderAccountId,
    TransactionId,
};
use causeway_domain::search::{ResourceKind, last_letters};
use causeway_store::platforms::PlatformRecord;
use causeway_store::wallets::requests;
use causeway_store::{
    Tx, any_ids, beneficial_owners, customers, external_accounts, jobs, payments, stablecoins,
    unmatched_deposits,
};

use super::find_lookup::Match;
use super::resource_id::typed_id;
use super::viewer::PersonalData;
use super::{Answer, Money};

/// A resource in one line.
pub(super) struct Summary {
    pub(super) id: String,
    pub(super) status: Option<String>,
    pub(super) about: Option<String>,
    pub(super) amount: Option<Money>,
    /// `None` if only its row tells, which was not read.
    pub(super) created_at: Option<Time>,
    pub(super) next: Option<String>,
}

/// Reads the resource of a match; `None` if it does not exist any more.
pub(super) fn summary(tx: &mut Tx<'_>, personal: PersonalData, found: &Match) -> Answer<Option<Summary>> {
    let bare = bare(found);
    let Some(platform) = &found.platform else { return Ok(Some(bare)) };
    Ok(match found.kind {
        ResourceKind::Customer => customer(tx, platform, personal, bare, found)?,
        ResourceKind::ExternalAccount => external_account(tx, platform, personal, bare, found)?,
        ResourceKind::Payment => payment(tx, platform, personal, bare, found)?,
        ResourceKind::UnmatchedDeposit => unmatched_deposit(tx, platform, personal, bare, found)?,
        ResourceKind::BeneficialOwner => beneficial_owner(tx, platform, bare, found)?,
        ResourceKind::WalletRequest => wallet_request(tx, platform, bare, found)?,
        ResourceKind::ProviderAccount => provider_account(tx, platform, bare, found)?,
        ResourceKind::Job => job(tx, platform, bare, found)?,
        ResourceKind::Alert => {
            let alert = any_ids::alert(tx, found.id)?;
            alert.map(|alert| Summary { about: Some(format!("{} {}", alert.kind, alert.subject)), ..bare })
        }
        _ => Some(bare),
    })
}

fn customer(
    tx: &mut Tx<'_>,
    platform: &PlatformRecord,
    personal: PersonalData,
    bare: Summary,
    found: &Match,
) -> Answer<Option<Summary>> {
    let record = customers::find(tx, platform.id, CustomerId::from_uuid(found.id))?;
    Ok(record.map(|record| {
        let status = match record.is_deleted {
            true => "DELETED".to_owned(),
            false => record.doc.verification.status().to_string(),
        };
        let about = personal.show_any(record.doc.profile.name());
        Summary { status: Some(status), about, created_at: Some(record.created_at), ..bare }
    }))
}

fn external_account(
    tx: &mut Tx<'_>,
    platform: &PlatformRecord,
    personal: PersonalData,
    bare: Summary,
    found: &Match,
) -> Answer<Option<Summary>> {
    let record = external_accounts::find(tx, platform.id, ExternalAccountId::from_uuid(found.id))?;
    Ok(record.map(|record| {
        let status = if record.is_deleted { "DELETED".to_owned() } else { record.status.to_string() };
        let end = last_letters(&record.doc.identifier, 4).unwrap_or_default();
        let holder = personal.show_any(record.holder()).unwrap_or_default();
        let about = format!("{} …{end} {holder}", record.account_type).trim_end().to_owned();
        Summary { status: Some(status), about: Some(about), created_at: Some(record.created_at), ..bare }
    }))
}

fn payment(
    tx: &mut Tx<'_>,
    platform: &PlatformRecord,
    personal: PersonalData,
    bare: Summary,
    found: &Match,
) -> Answer<Option<Summary>> {
    let now = platform.clock.at(tx.wall());
    let record = payments::find_at(tx, platform.id, TransactionId::from_uuid(found.id), now)?;
    Ok(record.map(|record| Summary {
        status: Some(record.status().to_string()),
        about: personal.show_reference(&record),
        amount: record.terms.sent.or(record.terms.received).map(Money::from),
        created_at: Some(record.created_at),
        ..bare
    }))
}

fn unmatched_deposit(
    tx: &mut Tx<'_>,
    platform: &PlatformRecord,
    personal: PersonalData,
    bare: Summary,
    found: &Match,
) -> Answer<Option<Summary>> {
    let record = unmatched_deposits::find(tx, platform.id, TransactionId::from_uuid(found.id))?;
    Ok(record.map(|record| Summary {
        status: Some(record.status.to_string()),
        about: Some(personal.show(&record.doc.reference)),
        amount: Some(record.doc.amount.into()),
        created_at: Some(record.created_at),
        ..bare
    }))
}

/// Returns a summary that leads to the company.
fn beneficial_owner(
    tx: &mut Tx<'_>,
    platform: &PlatformRecord,
    bare: Summary,
    found: &Match,
) -> Answer<Option<Summary>> {
    let record = beneficial_owners::find(tx, platform.id, BeneficialOwnerId::from_uuid(found.id))?;
    Ok(record.map(|record| Summary {
        status: Some(record.status.as_str().to_owned()),
        next: Some(format!("causeway customer show {}", record.customer)),
        ..bare
    }))
}

/// Returns a summary that leads to the wallet, which shows its open requests.
fn wallet_request(
    tx: &mut Tx<'_>,
    platform: &PlatformRecord,
    bare: Summary,
    found: &Match,
) -> Answer<Option<Summary>> {
    let record = requests::find(tx, platform.id, RequestId::from_uuid(found.id))?;
    Ok(record.map(|record| Summary {
        status: Some(record.status.as_str().to_owned()),
        about: Some(record.scope),
        next: Some(format!("causeway wallet show {}", record.account)),
        ..bare
    }))
}

/// Returns a summary that leads to the stablecoins of the platform, which belong to its linked accounts.
fn provider_account(
    tx: &mut Tx<'_>,
    platform: &PlatformRecord,
    bare: Summary,
    found: &Match,
) -> Answer<Option<Summary>> {
    let id = StablecoinProviderAccountId::from_uuid(found.id);
    let record = stablecoins::find_link(tx, platform.id, id)?;
    Ok(record.map(|record| Summary {
        status: Some(record.status.as_str().to_owned()),
        about: Some(format!("{} {}", record.provider, record.provider_account)),
        next: Some(format!("causeway stablecoin list --platform {}", platform.id)),
        ..bare
    }))
}

/// Returns a summary that leads to all jobs of the same resource.
fn job(tx: &mut Tx<'_>, platform: &PlatformRecord, bare: Summary, found: &Match) -> Answer<Option<Summary>> {
    let record = jobs::find(tx, platform.id, JobId::from_uuid(found.id))?;
    Ok(record.map(|record| {
        let resource = match record.resource.contains(' ') {
            true => format!("'{}'", record.resource),
            false => record.resource,
        };
        Summary {
            status: Some(record.state.as_str().to_owned()),
            about: Some(record.kind),
            next: Some(format!("causeway jobs list --resource {resource}")),
            ..bare
        }
    }))
}

/// Returns a summary of the id alone, with the next command.
fn bare(found: &Match) -> Summary {
    let id = typed_id(found.kind, found.id);
    let next = next(found.kind, &id);
    Summary { status: None, about: None, amount: None, created_at: found.at, next, id }
}

/// Returns the command that shows a resource, or `None` if its row names the command.
fn next(kind: ResourceKind, id: &str) -> Option<String> {
    let command = match kind {
        ResourceKind::Document => "document show",
        ResourceKind::InternalAccount => "account show",
        ResourceKind::Quote => "quote show",
        ResourceKind::UnmatchedDeposit => "suspense show",
        ResourceKind::Webhook => "webhook show",
        ResourceKind::Alert => "alert show",
        ResourceKind::Platform => return Some(format!("causeway platform show --platform {id}")),
        ResourceKind::Customer => "customer show",
        ResourceKind::Verification => "verification show",
        ResourceKind::ExternalAccount => "external-account show",
        ResourceKind::Payment => "payment show",
        ResourceKind::Card => "card show",
        ResourceKind::CardTransaction => "card-transaction show",
        ResourceKind::Agent => "agent show",
        ResourceKind::AgentAction => "agent-action show",
        ResourceKind::Stablecoin => "stablecoin show",
        ResourceKind::StablecoinOperation => "stablecoin-operation show",
        ResourceKind::Token => "token show",
        ResourceKind::BeneficialOwner
        | ResourceKind::WalletRequest
        | ResourceKind::ProviderAccount
        | ResourceKind::Job => return None,
    };
    Some(format!("causeway {command} {id}"))
}
