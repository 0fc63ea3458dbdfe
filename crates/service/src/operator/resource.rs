//! A resource that is named by its id: the id decides about the platform, unless one is chosen.

use causeway_domain::ids::Id;
use causeway_store::platforms::PlatformRecord;
use causeway_store::{Error, Tx};

use super::viewer::Viewer;
use super::{Answer, Call, OperatorError};

/// A resource, with its platform and what the caller may see of it.
pub(super) struct FoundResource<T> {
    pub(super) viewer: Viewer,
    pub(super) resource: T,
}

/// Finds a resource on the platform of the call.
///
/// # Errors
/// If none of the platforms that the caller may choose has it.
pub(super) fn find_resource<I: Id, T>(
    tx: &mut Tx<'_>,
    call: &Call,
    id: I,
    find: impl Fn(&mut Tx<'_>, &PlatformRecord) -> Result<Option<T>, Error>,
) -> Answer<FoundResource<T>> {
    let platform = call.platform.find(tx)?;
    match find(tx, &platform)? {
        Some(resource) => Ok(FoundResource { viewer: Viewer::of(call, platform), resource }),
        None => Err(OperatorError::no_such(id)),
    }
}
