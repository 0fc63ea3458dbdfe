//! `GET /vasps` (money 5).

use causeway_store::Tx;
use causeway_store::vasps::{self, VaspRecord};
use causeway_wire::Page;
use causeway_wire::vasps::Vasp;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists the providers of the platform's environment by name, without their total number (conventions 8).
pub fn apply(tx: &mut Tx<'_>, context: &Context, paging: &Paging) -> Result<Page<Vasp>, ApiError> {
    let after: Option<String> = paging.after();
    let rows = vasps::list(tx, context.environment, after.as_deref(), paging.limit())?;
    paging.finish(rows, None, |vasp| vasp.name.clone(), |vasp| Ok(vasp_view(vasp)))
}

fn vasp_view(vasp: VaspRecord) -> Vasp {
    Vasp { vasp_name: vasp.name.into(), url: vasp.url.map(Into::into) }
}
