//! The wallets of a deleted customer (wallet 1.2).

use causeway_domain::ids::{CustomerId, Id, PlatformId};
use causeway_domain::wallets::{RequestEvent, SessionEvent};
use causeway_store::wallets::{credentials, requests, sessions};
use causeway_store::{Error, Tx, wallets};

use super::session;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::wallets::{end_request, schedule_revocation};

/// Locks the customer's wallets; this comes before the lock of its accounts. The caller must hold the
/// customer's row lock.
pub fn lock(tx: &mut Tx<'_>, platform: PlatformId, customer: CustomerId) -> Result<(), Error> {
    for wallet in wallets::of_customer(tx, platform, customer)? {
        wallets::lock(tx, platform, wallet.account)?;
    }
    Ok(())
}

/// Ends all sessions, open requests and credentials of the customer's wallets. The caller must hold the row
/// locks of the wallets.
pub fn close(tx: &mut Tx<'_>, context: &Context, customer: CustomerId) -> Result<(), ApiError> {
    let platform = context.platform;
    let mut revoked = Vec::new();
    for wallet in wallets::of_customer(tx, platform, customer)? {
        for active in sessions::active(tx, platform, wallet.account, context.now)? {
            revoked.push(session::end(tx, context, &active, SessionEvent::CustomerDeleted)?);
        }
        for request in requests::open(tx, platform, wallet.account, context.now)? {
            end_request(tx, context, &request, RequestEvent::TargetGone, None)?;
        }
        for credential in credentials::of_wallet(tx, platform, wallet.account)? {
            revoked.push(credential.id.uuid());
            credentials::remove(tx, platform, credential.id)?;
        }
    }
    schedule_revocation(tx, context, revoked, &customer)
}
