//! Masks for personal data: names, contacts and account numbers, which only those with the permission see.

use causeway_domain::ids::PlatformId;
use causeway_store::payments::Side;
use causeway_store::platforms::PlatformRecord;
use serde_json::{Map, Value};

use super::call::Call;
use super::permission::Permission;

/// The text in place of personal data that a viewer may not see.
const MASK: &str = "…";

/// The caller's permission to see personal data of a platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PersonalData {
    may_see_person: bool,
}

/// The platform that a caller looks at, with the permission that masks depend on.
pub(super) struct Viewer {
    pub(super) platform: PlatformRecord,
    pub(super) personal: PersonalData,
}

impl Viewer {
    pub(super) fn of(call: &Call, platform: PlatformRecord) -> Self {
        Self { personal: PersonalData::of(call, Some(platform.id)), platform }
    }
}

impl PersonalData {
    /// Returns the permission of a caller for a platform; for the deployment if it is `None`.
    pub(super) fn of(call: &Call, platform: Option<PlatformId>) -> Self {
        Self { may_see_person: call.may(Permission::Person, platform) }
    }

    /// Returns `true` if the caller may see personal data, and search by it.
    pub(super) const fn may_see_person(self) -> bool {
        self.may_see_person
    }

    /// Returns a text as the caller may see it.
    pub(super) fn show(self, text: &str) -> String {
        if self.may_see_person { text.to_owned() } else { MASK.to_owned() }
    }

    /// Returns a text as the caller may see it, if there is one.
    pub(super) fn show_any<T: AsRef<str>>(self, text: Option<T>) -> Option<String> {
        text.map(|text| self.show(text.as_ref()))
    }

    /// Returns the members of an object as the caller may see them: their names remain.
    pub(super) fn show_members(self, members: Map<String, Value>) -> Map<String, Value> {
        if self.may_see_person {
            return members;
        }
        members.into_iter().map(|(name, _)| (name, Value::from(MASK))).collect()
    }

    /// Returns the account of a payment's side, or its UMA address as the caller may see it.
    pub(super) fn show_side(self, side: &Side) -> Option<String> {
        match side {
            Side::Uma { .. } => self.show_any(side.identifier()),
            Side::Account { .. } | Side::Funding { .. } => side.identifier(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_tells_only_that_there_is_something() {
        let [full, masked] = [true, false].map(|may_see_person| PersonalData { may_see_person });
        assert_eq!(
            (full.show("Ada Lovelace"), masked.show("Ada Lovelace")),
            ("Ada Lovelace".to_owned(), MASK.to_owned())
        );
        assert_eq!(masked.show_any(Some("+14155550123")), Some(MASK.to_owned()));
        assert_eq!(masked.show_any(None::<String>), None);
    }
}
