//! Identifiers `<TypeName>:<uuid>` (conventions 5.1).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::json;
use uuid::Uuid;

use crate::schema::with_description;
use crate::text::serde_as_text;

/// The error for a text that is not an identifier of the expected type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidId {
    /// Expected type name, without the colon.
    pub expected: &'static str,
}

impl fmt::Display for InvalidId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not an identifier of the form {}:<uuid>", self.expected)
    }
}

impl std::error::Error for InvalidId {}

/// An identifier: a type name and a UUID.
pub trait Id: Copy + Eq + fmt::Display + FromStr<Err = InvalidId> {
    /// Type name without the colon.
    const TYPE_NAME: &'static str;
    /// Builds the identifier of a UUID.
    fn from_uuid(uuid: Uuid) -> Self;
    /// Returns the UUID without the type name, which is the key in the store.
    fn uuid(self) -> Uuid;
}

macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident = $prefix:literal $(or $other:literal)?;)*) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl Id for $name {
            const TYPE_NAME: &'static str = $prefix;
            fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }
            fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;
            fn from_str(text: &str) -> Result<Self, InvalidId> {
                parse(text, $prefix)$(.or_else(|wrong| parse(text, $other).map_err(|_| wrong)))?.map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, ":{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        serde_as_text!($name);

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schema(&[$($doc),+], &[$prefix $(, $other)?])
            }
        }
    )*};
}

ids! {
    /// A platform as the owner of money. Its UUID is also that of its configuration (money 1.1).
    PlatformId = "Platform";

    /// A platform's configuration.
    PlatformConfigId = "PlatformConfig";

    /// An API token.
    TokenId = "Token";

    /// A customer of the platform.
    CustomerId = "Customer";

    /// A beneficial owner or controlling person of a business customer.
    BeneficialOwnerId = "BeneficialOwner";

    /// A bulk import of customers from a file (customers 3).
    CustomerImportId = "Job";

    /// A document that proves the identity of a customer or a beneficial owner (customers 8).
    DocumentId = "Document";

    /// One verification attempt of a customer (customers 5.2).
    VerificationId = "Verification";

    /// An account held at the service.
    InternalAccountId = "InternalAccount";

    /// A bank account, mobile-money account or wallet outside the service.
    ExternalAccountId = "ExternalAccount";

    /// A receiver lookup. Both type names are accepted (money 1.1).
    LookupId = "Lookup" or "LookupRequest";

    /// A quote: a priced offer to move money.
    QuoteId = "Quote";

    /// A transaction: one movement of money.
    TransactionId = "Transaction";

    /// A platform's credentials at a stablecoin provider (stablecoins 2).
    StablecoinProviderAccountId = "StablecoinProviderAccount";

    /// A registered stablecoin (stablecoins 3).
    StablecoinId = "Stablecoin";

    /// One mint or burn (stablecoins 7).
    StablecoinOperationId = "StablecoinOperation";

    /// A preview of a mint or burn (stablecoins 10).
    StablecoinQuoteId = "StablecoinQuote";

    /// An agent that acts for a customer.
    AgentId = "Agent";

    /// A credential with which an end user opens wallet sessions (wallet 4).
    AuthMethodId = "AuthMethod";

    /// A wallet session, which holds the signing keys (wallet 5).
    SessionId = "Session";

    /// A customer's card (cards 2).
    CardId = "Card";

    /// The binding of an internal account to a card (cards 1).
    CardFundingSourceId = "CardFundingSource";

    /// A card transaction: an authorization with its pulls, clearings and returns (cards 8).
    CardTransactionId = "CardTransaction";

    /// A debit of a funding source for a card transaction (cards 8.4).
    CardPullId = "CardPull";

    /// A merchant's return on a card transaction (cards 8.5).
    CardReturnId = "CardReturn";

    /// A delegated key, which signs for a wallet when one of its cards is used (wallet 9).
    DelegatedKeyId = "DelegatedKey";

    /// An action requested by an agent: one movement of money.
    AgentActionId = "AgentAction";

    /// A pending request that waits for the wallet's signature.
    RequestId = "Request";

    /// A challenge of strong customer authentication.
    ScaChallengeId = "ScaChallenge";

    /// A reset of an authentication factor.
    ScaResetId = "ScaReset";

    /// A webhook event. Every delivery attempt carries the same id.
    WebhookId = "Webhook";

    /// A background job, due at a later time.
    JobId = "Job";

    /// A balanced journal entry of the ledger.
    JournalId = "Journal";

    /// A rail: the adapter of a bank or processor, as an operator has added it (rails 1).
    RailId = "Rail";

    /// An operator alert.
    AlertId = "Alert";

    /// A receiver of operator alerts.
    AlertSinkId = "AlertSink";

    /// A token for the operator API.
    OperatorTokenId = "OperatorToken";
}

impl PlatformId {
    /// Returns the id of the platform's configuration: the same UUID under the other type name.
    #[must_use]
    pub fn config(self) -> PlatformConfigId {
        PlatformConfigId(self.0)
    }
}

/// Declares an identifier of one of several kinds, distinguished by type name.
macro_rules! either {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident as $schema:literal {
            $(#[doc = $first_doc:literal])+ $first:ident($first_id:ident),
            $($(#[doc = $variant_doc:literal])+ $variant:ident($id:ident),)+
        }
    )+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = $first_doc])+ $first($first_id),
            $($(#[doc = $variant_doc])+ $variant($id),)+
        }

        impl FromStr for $name {
            type Err = InvalidId;
            fn from_str(text: &str) -> Result<Self, InvalidId> {
                let first = text.parse().map(Self::$first);
                first$(.or_else(|wrong| text.parse().map(Self::$variant).map_err(|_| wrong)))+
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::$first(id) => id.fmt(f),
                    $(Self::$variant(id) => id.fmt(f),)+
                }
            }
        }

        serde_as_text!($name);

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                $schema.into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schema(&[$($doc),+], &[$first_id::TYPE_NAME, $($id::TYPE_NAME),+])
            }
        }
    )+};
}

either! {
    /// An internal or external account.
    AccountRef as "AccountId" {
        /// An account held at the service.
        Internal(InternalAccountId),
        /// An account outside the service.
        External(ExternalAccountId),
    }

    /// A transaction: a payment or a card transaction (cards 8.2).
    TransactionRef as "TransactionRef" {
        /// A payment.
        Payment(TransactionId),
        /// A card transaction.
        Card(CardTransactionId),
    }

    /// The holder of a document: a customer or a beneficial owner (customers 8).
    DocumentHolder as "DocumentHolder" {
        /// A customer of the platform.
        Customer(CustomerId),
        /// A beneficial owner of a business customer.
        BeneficialOwner(BeneficialOwnerId),
    }

    /// The party on whose behalf money moves: a customer or the platform itself (money 1.1).
    PartyId as "PartyId" {
        /// A customer of the platform.
        Customer(CustomerId),
        /// The platform itself.
        Platform(PlatformId),
    }

    /// A filter for the party of a transaction. The platform may be given by its own id or by that of its
    /// configuration (money 1.1).
    PartyFilter as "PartyFilter" {
        /// A customer of the platform.
        Customer(CustomerId),
        /// The platform itself.
        Platform(PlatformId),
        /// The platform itself, given by its configuration.
        PlatformConfig(PlatformConfigId),
    }
}

fn parse(text: &str, type_name: &'static str) -> Result<Uuid, InvalidId> {
    let wrong = InvalidId { expected: type_name };
    let uuid = text.strip_prefix(type_name).and_then(|rest| rest.strip_prefix(':')).ok_or(wrong)?;
    let canonical = uuid.len() == 36 && !uuid.bytes().any(|b| b.is_ascii_uppercase());
    if !canonical {
        return Err(wrong);
    }
    Uuid::try_parse(uuid).map_err(|_| wrong)
}

/// UUID of the examples in schemas.
const EXAMPLE: &str = "0199a9c0-7b1e-7c52-8d1f-3f6a2b9c4e57";

/// Builds the schema of an identifier with one of these type names.
fn schema(doc: &[&str], type_names: &[&str]) -> Schema {
    let (first, any) = match type_names {
        [only] => (*only, (*only).to_owned()),
        several => (several.first().copied().unwrap_or_default(), format!("({})", several.join("|"))),
    };
    let pattern = format!("^{any}:[0-9a-f]{{8}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{4}}-[0-9a-f]{{12}}$");
    with_description(
        doc,
        json!({ "type": "string", "pattern": pattern, "examples": [format!("{first}:{EXAMPLE}")] }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const UUID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

    #[test]
    fn an_id_reads_back_and_refuses_other_forms() {
        let id: CustomerId = format!("Customer:{UUID}").parse().unwrap();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.to_string(), format!("Customer:{UUID}"));
        for text in [
            UUID.to_owned(),
            format!("Transaction:{UUID}"),
            id.to_string().to_uppercase(),
            "Customer:x".into(),
        ] {
            assert!(text.parse::<CustomerId>().is_err(), "{text}");
        }
    }

    #[test]
    fn ids_of_several_kinds_are_distinguished_by_their_type_names() {
        let read = |type_name: &str| format!("{type_name}:{UUID}").parse::<PartyFilter>();
        let written = |filter: PartyFilter| filter.to_string();
        for type_name in ["Customer", "Platform", "PlatformConfig"] {
            assert_eq!(read(type_name).map(written), Ok(format!("{type_name}:{UUID}")));
        }
        assert_eq!(read("Token"), Err(InvalidId { expected: "Customer" }));
        let lookup = |type_name: &str| format!("{type_name}:{UUID}").parse::<LookupId>().unwrap();
        assert_eq!(lookup("Lookup"), lookup("LookupRequest"));
    }

    #[test]
    fn the_example_is_an_id() {
        assert_eq!(parse(&format!("Quote:{EXAMPLE}"), "Quote").map(|uuid| uuid.get_version_num()), Ok(7));
    }
}
