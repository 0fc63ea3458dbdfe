//! Registered stablecoins (stablecoins 3.2, 8).

use causeway_domain::ids::StablecoinId;
use causeway_domain::search::ResourceKind;
use causeway_domain::stablecoins::{
    StablecoinIssuanceStatus, StablecoinNetwork, StablecoinProvider, StablecoinSvcOperationsStatus,
    next_service,
};
use causeway_domain::{RangeStart, Time};
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use causeway_store::stablecoins::{self as rows, StablecoinRecord, StablecoinScanFilter};

use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, page};
use super::resource::find_resource;
use super::{
    Answer, Argument, Call, IdArgument, Subject, arguments, default_number, noun, option, positional, view,
};
use crate::runtime::context::Context;
use crate::stablecoins;

noun! {
    /// Registered stablecoins
    "stablecoin" {
        /// List registered stablecoins, newest first
        "list": Look => read(list),
        /// Show a stablecoin with its minted and burned amounts
        "show": Look => read_deployment(show).with_platform(),
        /// Change a stablecoin's status as a currency of the service
        "set-status": Money => change(set_status),
    }
}

impl Subject for StablecoinId {
    const ARGUMENT: Argument =
        positional("Stablecoin id").id_of(&[ResourceKind::Stablecoin]).versioned().named("stablecoin");
}

arguments! {
    struct ListRequest {
        token: Option<String> = option("Only the stablecoin with this id at its provider"),
        status: Option<StablecoinSvcOperationsStatus> = option(
            "Only with this status: NOT_ENABLED, PENDING_APPROVAL, ENABLING, ENABLED, DISABLED",
        ),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
    }

    struct StatusRequest {
        stablecoin: StablecoinId = StablecoinId::ARGUMENT,
        status: StablecoinSvcOperationsStatus =
            positional("Status: NOT_ENABLED, PENDING_APPROVAL, ENABLING, ENABLED or DISABLED"),
    }
}

view! {
    struct StablecoinRow of record: StablecoinRecord {
        stablecoin: StablecoinId = record.id,
        symbol: String = record.doc.symbol,
        provider: StablecoinProvider = record.provider,
        network: StablecoinNetwork = record.network,
        issuance_status: StablecoinIssuanceStatus = record.issuance_status,
        svc_operations_status: StablecoinSvcOperationsStatus = record.service_status,
        created_at: Time = record.created_at,
    }

    /// A token with the amounts minted and burned through the service, in its smallest unit.
    struct StablecoinView of record: StablecoinRecord {
        stablecoin: StablecoinId = record.id,
        name: String = record.doc.name,
        symbol: String = record.doc.symbol,
        decimals: u8 = record.doc.decimals,
        provider: StablecoinProvider = record.provider,
        provider_token: String = record.provider_token,
        network: StablecoinNetwork = record.network,
        network_token: String = record.network_token,
        issuance_status: StablecoinIssuanceStatus = record.issuance_status,
        issuance_meaning: &'static str = record.issuance_status.meaning(),
        svc_operations_status: StablecoinSvcOperationsStatus = record.service_status,
        svc_operations_meaning: &'static str = record.service_status.meaning(),
        minted: String = record.minted.to_string(),
        burned: String = record.burned.to_string(),
        created_at: Time = record.created_at,
        updated_at: Time = record.updated_at.into(),
        /// For `--seen`.
        version: Time = record.updated_at.into(),
        /// The next commands, complete.
        commands: Vec<String> = commands(record.id, record.service_status),
    }
}

/// Returns the changes that a status allows, and the list of the mints and burns.
fn commands(id: StablecoinId, status: StablecoinSvcOperationsStatus) -> Vec<String> {
    let next = StablecoinSvcOperationsStatus::ALL.iter().filter(|next| next_service(status, **next).is_ok());
    let changes = next.map(|next| format!("causeway stablecoin set-status {id} {next} --reason TEXT"));
    changes.chain([format!("causeway stablecoin-operation list --stablecoin {id}")]).collect()
}

fn list(tx: &mut Tx<'_>, platform: PlatformRecord, request: &ListRequest) -> Answer<ListPage<StablecoinRow>> {
    let page = page(request.limit, request.before.as_deref())?;
    let filter = StablecoinScanFilter {
        provider_token: request.token.as_deref(),
        service_status: request.status,
        since: request.since.map(|since| since.0),
        until: request.until,
    };
    let found = rows::scan(tx, platform.id, &filter, &page)?;
    Ok(list_page(found, request.limit, StablecoinRecord::position, StablecoinRow::from))
}

fn show(tx: &mut Tx<'_>, call: &Call, &IdArgument(id): &IdArgument<StablecoinId>) -> Answer<StablecoinView> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| rows::find(tx, platform.id, id);
    Ok(find_resource(tx, call, id, find)?.resource.into())
}

fn set_status(tx: &mut Tx<'_>, context: &Context, request: &StatusRequest) -> Answer<StablecoinView> {
    Ok(stablecoins::set_status(tx, context, request.stablecoin, request.status)?.into())
}
