//! Lists of embedded wallets, and one wallet (conventions 2.3).

use causeway_domain::ids::{AuthMethodId, CustomerId, InternalAccountId, RequestId, SessionId};
use causeway_domain::search::ResourceKind;
use causeway_domain::{RangeStart, Time};
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use causeway_store::wallets::credentials::{self, CredentialRecord};
use causeway_store::wallets::requests::{self, RequestRecord};
use causeway_store::wallets::sessions::{self, SessionRecord};
use causeway_store::wallets::{self, WalletRecord};
use serde::Serialize;

use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, page};
use super::resource::{FoundResource, find_resource};
use super::viewer::{PersonalData, Viewer};
use super::{Answer, Call, arguments, default_number, of_customer, positional, view};

arguments! {
    pub(super) struct WalletListRequest {
        customer: Option<CustomerId> = of_customer("Only wallets of this customer"),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
    }

    pub(super) struct WalletShowRequest {
        wallet: InternalAccountId = positional("Internal account id of the wallet").id_of(&[ResourceKind::InternalAccount]),
    }
}

view! {
    pub(super) struct WalletRow of record: WalletRecord {
        wallet: InternalAccountId = record.account,
        customer: CustomerId = record.customer,
        is_certified: bool = record.certificate.is_some(),
        created_at: Time = record.created_at,
    }

    struct SessionRow of record: SessionRecord {
        session: SessionId = record.id,
        credential: AuthMethodId = record.credential,
        created_at: Time = record.created_at,
        expires_at: Time = record.expires_at,
    }

    struct RequestRow of record: RequestRecord {
        request: RequestId = record.id,
        operation: String = record.scope,
        failures: u32 = record.failures,
        created_at: Time = record.created_at,
        expires_at: Time = record.expires_at,
    }
}

/// A credential of a wallet.
#[derive(Serialize)]
struct CredentialRow {
    credential: AuthMethodId,
    r#type: &'static str,
    identity: String,
    nickname: String,
    created_at: Time,
}

/// A wallet with its credentials, its active sessions and the requests that wait for a signature.
#[derive(Serialize)]
pub(super) struct WalletDetails {
    wallet: InternalAccountId,
    platform: String,
    customer: CustomerId,
    /// `true` if the key service has keys of it.
    is_certified: bool,
    created_at: Time,
    credentials: Vec<CredentialRow>,
    sessions: Vec<SessionRow>,
    requests: Vec<RequestRow>,
    /// The next commands, complete except for a word in capitals.
    commands: Vec<String>,
}

/// Lists the wallets of a platform, newest first.
pub(super) fn list(
    tx: &mut Tx<'_>,
    viewer: &Viewer,
    request: &WalletListRequest,
) -> Answer<ListPage<WalletRow>> {
    let page = page(request.limit, request.before.as_deref())?;
    let since = request.since.map(|since| since.0);
    let found = wallets::scan(tx, viewer.platform.id, request.customer, since, request.until, &page)?;
    Ok(list_page(found, request.limit, WalletRecord::position, WalletRow::from))
}

/// Shows a wallet.
pub(super) fn show(tx: &mut Tx<'_>, call: &Call, request: &WalletShowRequest) -> Answer<WalletDetails> {
    let id = request.wallet;
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| wallets::find(tx, platform.id, id);
    let FoundResource { viewer, resource: record } = find_resource(tx, call, id, find)?;
    let Viewer { platform, personal } = viewer;
    let now = platform.clock.at(tx.wall());
    let credentials = credentials::of_wallet(tx, platform.id, id)?;
    let sessions = sessions::active(tx, platform.id, id, now)?;
    let requests = requests::open(tx, platform.id, id, now)?;
    let recover = || "causeway wallet recover QUOTE --reason TEXT".to_owned();
    let recovery = credentials.is_empty().then(recover);
    Ok(WalletDetails {
        wallet: record.account,
        platform: platform.name,
        customer: record.customer,
        is_certified: record.certificate.is_some(),
        created_at: record.created_at,
        credentials: credentials.iter().map(|credential| row(credential, personal)).collect(),
        sessions: sessions.into_iter().map(SessionRow::from).collect(),
        requests: requests.into_iter().map(RequestRow::from).collect(),
        commands: recovery.into_iter().chain([format!("causeway account show {id}")]).collect(),
    })
}

fn row(record: &CredentialRecord, personal: PersonalData) -> CredentialRow {
    CredentialRow {
        credential: record.id,
        r#type: record.method.as_str(),
        identity: personal.show(&record.identity),
        nickname: personal.show(&record.doc.nickname),
        created_at: record.created_at,
    }
}
