//! Links to the hosted page of a verification (customers 6). The bearer of a link acts for the customer, on
//! this page only, so only a hash of its code is stored.

use std::sync::Arc;

use causeway_domain::ids::CustomerId;
use causeway_domain::verifications::{LINK_LIFETIME, LinkStatus, link_status};
use causeway_store::kyc_links::{self, KycLinkDoc, KycLinkRecord};
use causeway_store::{Error, Tx, platforms};
use sha2::{Digest, Sha256};

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::hex;
use crate::runtime::origin::service_origin;

/// Random bytes of a code.
const CODE_BYTES: usize = 24;

/// The path of a page before its code.
pub const PATH: &str = "/kyc";

/// Creates a link and its code, which is not stored.
pub(super) fn issue(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    redirect_uri: Option<String>,
) -> Result<(String, KycLinkRecord), Error> {
    let code = hex::encode(&context.ids().bytes::<CODE_BYTES>());
    let record = KycLinkRecord {
        platform: context.platform,
        code_hash: hash(&code),
        customer,
        expires_at: context.now.plus(LINK_LIFETIME),
        used_at: None,
        doc: KycLinkDoc { v: KycLinkDoc::VERSION, redirect_uri },
        created_at: context.now,
    };
    kyc_links::insert(tx, &record)?;
    Ok((code, record))
}

/// Returns the URL of the page with this code.
pub(super) fn page_url(
    tx: &mut Tx<'_>,
    context: &Context,
    origin: &str,
    code: &str,
) -> Result<String, ApiError> {
    Ok(format!("{}{PATH}/{code}", service_origin(tx, context, origin)?))
}

/// A link with its current status, and a context of its platform at the current time.
#[derive(Debug, Clone)]
pub(crate) struct KycLink {
    pub(crate) context: Context,
    pub(crate) record: KycLinkRecord,
    pub(crate) status: LinkStatus,
}

/// Returns the link with this code; `None` for an unknown code, and if the platform is disabled.
pub(crate) fn find(tx: &mut Tx<'_>, app: &Arc<App>, code: &str) -> Result<Option<KycLink>, Error> {
    if code.len() != 2 * CODE_BYTES {
        return Ok(None);
    }
    let Some(record) = kyc_links::find(tx, &hash(code))? else { return Ok(None) };
    let platform = platforms::get(tx, record.platform)?;
    if platform.is_disabled {
        return Ok(None);
    }
    let context = Context::of_service(app, &platform, tx.wall());
    let status = link_status(record.used_at, record.expires_at, context.now);
    Ok(Some(KycLink { context, record, status }))
}

fn hash(code: &str) -> Vec<u8> {
    Sha256::digest(code.as_bytes()).to_vec()
}
