//! A verification that operators decide about, named by its own id or by that of its customer (customers 5.2).

use causeway_domain::ids::{CustomerId, PlatformId, VerificationId};
use causeway_domain::search::ResourceKind;
use causeway_store::{Tx, customers, verifications};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Answer, Argument, OperatorError, positional};

/// A verification, or the open one of a customer: a customer has at most one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VerificationChoice {
    Verification(VerificationId),
    Customer(CustomerId),
}

impl VerificationChoice {
    pub(super) const ARGUMENT: Argument =
        positional("Verification id, or customer id for the customer's open one")
            .id_of(&[ResourceKind::Verification, ResourceKind::Customer])
            .versioned();

    /// Returns the id of the verification.
    ///
    /// # Errors
    /// If the customer does not exist, or has no open verification.
    pub(super) fn find(self, tx: &mut Tx<'_>, platform: PlatformId) -> Answer<VerificationId> {
        let customer = match self {
            Self::Verification(id) => return Ok(id),
            Self::Customer(customer) => customer,
        };
        if let Some(open) = verifications::find_open(tx, platform, customer)? {
            return Ok(open.id);
        }
        if customers::find(tx, platform, customer)?.is_none() {
            return Err(OperatorError::no_such(customer));
        }
        Err(OperatorError::refused(format!("{customer} has no open verification"))
            .remedy(format!("see its newest one: causeway verification show {customer}")))
    }
}

impl Serialize for VerificationChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Verification(id) => serializer.collect_str(id),
            Self::Customer(id) => serializer.collect_str(id),
        }
    }
}

impl<'de> Deserialize<'de> for VerificationChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let verification = text.parse().ok().map(Self::Verification);
        let choice = verification.or_else(|| text.parse().ok().map(Self::Customer));
        choice.ok_or_else(|| D::Error::custom(format!("{text} is neither a verification nor a customer")))
    }
}
