//! Mints and burns (stablecoins 7.1).

use causeway_domain::ids::{ExternalAccountId, StablecoinId, StablecoinOperationId};
use causeway_domain::search::ResourceKind;
use causeway_domain::stablecoins::{
    StablecoinFailureReason, StablecoinOperationStatus, StablecoinOperationType, StablecoinSourceType,
};
use causeway_domain::{RangeStart, Time};
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use causeway_store::stablecoins::{self as rows, OperationRecord, OperationScanFilter};

use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, page};
use super::resource::find_resource;
use super::{
    Answer, Argument, Call, IdArgument, Subject, arguments, default_number, noun, option, positional, view,
};
use crate::stablecoins;

noun! {
    /// Stablecoin mints and burns
    "stablecoin-operation" {
        /// List mints and burns, newest first
        "list": Look => read(list),
        /// Show a mint or burn with its provider's report
        "show": Look => read_deployment(show).with_platform(),
        /// Give up a mint or burn that never reached its provider
        "give-up": Money => change_one(stablecoins::give_up, OperationView::from).irreversible(),
    }
}

impl Subject for StablecoinOperationId {
    const ARGUMENT: Argument =
        positional("Operation id").id_of(&[ResourceKind::StablecoinOperation]).versioned().named("operation");
}

arguments! {
    struct ListRequest {
        stablecoin: Option<StablecoinId> = option("Only mints and burns of this stablecoin").id_of(&[ResourceKind::Stablecoin]),
        status: Option<StablecoinOperationStatus> = option(
            "Only with this status: CREATED, PENDING_FUNDING, PENDING_PROVIDER, PROCESSING, COMPLETED, FAILED, EXPIRED",
        ),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
    }
}

view! {
    /// A mint or burn in a list, in the token's smallest unit.
    struct OperationRow of record: OperationRecord {
        operation: StablecoinOperationId = record.id,
        stablecoin: StablecoinId = record.stablecoin,
        operation_type: StablecoinOperationType = record.operation_type,
        amount: String = record.terms.amount.to_string(),
        status: StablecoinOperationStatus = record.state.status(),
        created_at: Time = record.created_at,
    }

    /// A mint or burn, in the token's smallest unit.
    struct OperationView of record: OperationRecord {
        operation: StablecoinOperationId = record.id,
        stablecoin: StablecoinId = record.stablecoin,
        operation_type: StablecoinOperationType = record.operation_type,
        amount: String = record.terms.amount.to_string(),
        decimals: u8 = record.terms.decimals,
        source: StablecoinSourceType = record.terms.source,
        destination: ExternalAccountId = record.terms.destination,
        status: StablecoinOperationStatus = record.state.status(),
        meaning: &'static str = record.state.status().meaning(),
        failure: Option<StablecoinFailureReason> = record.state.reason(),
        failure_meaning: Option<&'static str> = record.state.reason().map(StablecoinFailureReason::meaning),
        /// The deadline for money or tokens from outside of the service.
        expires_at: Option<Time> = record.expiry(),
        submissions: i64 = record.submissions,
        provider_transfer: Option<String> = record.acceptance.map(|accepted| accepted.transfer),
        provider_status: Option<String> = record.progress.provider_status,
        created_at: Time = record.created_at,
        updated_at: Time = record.updated_at.into(),
        /// For `--seen`.
        version: Time = record.updated_at.into(),
        /// The next commands, complete.
        commands: Vec<String> = commands(record.id, record.stablecoin, record.state.status()),
    }
}

/// Returns the end by hand of a mint or burn that has not reached its provider, and the look at its token.
fn commands(
    id: StablecoinOperationId,
    stablecoin: StablecoinId,
    status: StablecoinOperationStatus,
) -> Vec<String> {
    let is_unsent = status == StablecoinOperationStatus::Created;
    let end = is_unsent.then(|| format!("causeway stablecoin-operation give-up {id} --reason TEXT"));
    end.into_iter().chain([format!("causeway stablecoin show {stablecoin}")]).collect()
}

fn list(tx: &mut Tx<'_>, platform: PlatformRecord, request: &ListRequest) -> Answer<ListPage<OperationRow>> {
    let page = page(request.limit, request.before.as_deref())?;
    let filter = OperationScanFilter {
        stablecoin: request.stablecoin,
        status: request.status,
        since: request.since.map(|since| since.0),
        until: request.until,
    };
    let found = rows::scan_operations(tx, platform.id, &filter, &page)?;
    Ok(list_page(found, request.limit, OperationRecord::position, OperationRow::from))
}

fn show(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(id): &IdArgument<StablecoinOperationId>,
) -> Answer<OperationView> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| rows::find_operation(tx, platform.id, id);
    Ok(find_resource(tx, call, id, find)?.resource.into())
}
