//! Ids of resources among the arguments of an action: they decide about its platform (conventions 2.1).

use std::fmt;

use causeway_domain::ids::{AlertId, Id};
use causeway_domain::search::ResourceKind;
use causeway_store::any_ids::{self, AlertHit};
use causeway_store::platforms::PlatformRecord;
use causeway_store::{Error, Tx};
use serde_json::Value;
use uuid::Uuid;

use super::audit_entry::{MAX_SUBJECTS, subjects};

/// The id of a resource in its public spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ResourceId {
    text: String,
    uuid: Uuid,
}

impl ResourceId {
    /// Returns the ids of resources among the members of the arguments, each once, up to 64: each is looked up on
    /// all platforms that the caller may choose.
    pub(super) fn among(arguments: &Value) -> Vec<Self> {
        subjects(arguments, &Value::Null).into_iter().filter_map(Self::of).take(MAX_SUBJECTS).collect()
    }

    pub(super) fn is_of(&self, kind: ResourceKind) -> bool {
        typed_id(kind, self.uuid) == self.text
    }

    /// Parses an id; `None` if its type is not that of a resource.
    fn of(text: String) -> Option<Self> {
        let (_, digits) = text.split_once(':')?;
        let uuid = Uuid::try_parse(digits).ok()?;
        let is_of_resource = ResourceKind::ALL.iter().any(|kind| typed_id(*kind, uuid) == text);
        is_of_resource.then_some(Self { text, uuid })
    }

    /// Finds the platform that has the resource among these, by the primary keys of each.
    pub(super) fn platform<'a>(
        &self,
        tx: &mut Tx<'_>,
        platforms: &'a [PlatformRecord],
    ) -> Result<Option<&'a PlatformRecord>, Error> {
        for platform in platforms {
            let found = any_ids::holders(tx, platform.id, self.uuid)?;
            if found.iter().any(|hit| typed_id(hit.kind, hit.id) == self.text) {
                return Ok(Some(platform));
            }
        }
        Ok(None)
    }

    /// Returns the alert with this id; `None` if it is another id.
    pub(super) fn alert(&self, tx: &mut Tx<'_>) -> Result<Option<AlertHit>, Error> {
        if AlertId::from_uuid(self.uuid).to_string() != self.text {
            return Ok(None);
        }
        any_ids::alert(tx, self.uuid)
    }
}

impl fmt::Display for ResourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns the id of a resource in its public spelling.
pub(super) fn typed_id(kind: ResourceKind, id: Uuid) -> String {
    format!("{}:{id}", kind.type_name())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_ids_of_resources_are_found_among_arguments() {
        let id = |name: &str, number: u128| format!("{name}:{}", Uuid::from_u128(number));
        let arguments = json!({
            "account": id("InternalAccount", 2),
            "customer": id("Customer", 1),
            "more": [id("Customer", 1), id("Planet", 3), "Ada: a name"],
            "sink": id("AlertSink", 4),
            "limit": 5,
        });
        let found: Vec<String> = ResourceId::among(&arguments).iter().map(ToString::to_string).collect();
        assert_eq!(found, [id("Customer", 1), id("InternalAccount", 2)]);
        let many: Vec<String> = (0..100).map(|number| id("Document", number)).collect();
        assert_eq!(ResourceId::among(&json!({ "documents": many })).len(), 64);
    }
}
