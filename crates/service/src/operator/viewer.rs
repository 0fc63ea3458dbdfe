//! Masks for personal data: names, contacts and account numbers, which only those with the permission see.

use causeway_domain::ids::PlatformId;
use causeway_domain::payments::reference_of;
use causeway_store::payments::{PaymentRecord, Side};
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

/// Returns the scheme and the host of a URL: its user, path and query can contain keys.
pub(super) fn origin(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return MASK.to_owned() };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let (_, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    format!("{scheme}://{host}")
}

/// Returns the endpoint of a platform as the caller may see it: whole with the permission to support, else its origin.
pub(super) fn endpoint_of(call: &Call, platform: &PlatformRecord) -> Option<String> {
    let url = platform.webhook_endpoint.as_deref()?;
    let is_whole = call.may(Permission::Support, Some(platform.id));
    Some(if is_whole { url.to_owned() } else { origin(url) })
}

impl Viewer {
    pub(super) fn of(call: &Call, platform: PlatformRecord) -> Self {
        Self { personal: PersonalData::of(call, Some(platform.id)), platform }
    }
}

impl PersonalData {
    /// The view of an action whose permission covers personal data.
    pub(super) const ALL: Self = Self { may_see_person: true };

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

    /// Returns the reason of an operator as the caller may see it, because reasons can name persons.
    pub(super) fn show_reason(self, reason: &str) -> String {
        if reason.is_empty() { String::new() } else { self.show(reason) }
    }

    /// Returns the reference of a payment as the caller may see it: that of a deposit can be a text of its payer.
    pub(super) fn show_reference(self, payment: &PaymentRecord) -> Option<String> {
        let reference = payment.reference.as_ref()?;
        let is_of_payer = payment.is_deposit() && *reference != reference_of(payment.id);
        Some(if is_of_payer { self.show(reference) } else { reference.clone() })
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
        assert_eq!(
            (masked.show_reason(""), masked.show_reason("Ada called")),
            (String::new(), MASK.to_owned())
        );
    }

    #[test]
    fn an_origin_has_no_keys() {
        for (url, expected) in [
            ("https://example.com/hooks/key?token=key#key", "https://example.com"),
            ("http://user:key@example.com:8080/", "http://example.com:8080"),
            ("https://example.com?key", "https://example.com"),
            ("key", MASK),
        ] {
            assert_eq!(origin(url), expected, "{url}");
        }
    }
}
