//! The parties of an order.

use causeway_vocabulary::Country;
use causeway_vocabulary::ids::{ExternalAccountId, PartyId};

use super::order_record::PayeeVerification;
use crate::shape::messages;
use crate::values::{AccountInfo, CustomerType, Id128, Text, TextMembers, Timestamp};

messages! {
    /// The external account that is paid to or debited (rails 7.2).
    pub struct ExternalAccount {
        external_account_id: ExternalAccountId = "externalAccountId",
        /// Account type of the interface, such as `EUR_ACCOUNT`.
        account_type: Id128 = "accountType",
        /// The details that the chosen rail uses, such as `{"iban": "DE02…"}`.
        method: TextMembers = "method",
        /// All details as registered, under their names in the interface.
        account_info: AccountInfo = "accountInfo",
        /// Last comparison of the holder's name; `null` if there was none.
        payee_verification: Option<PayeeVerification> = "payeeVerification",
    }

    /// The party on whose behalf money moves (rails 19.4).
    pub struct Originator {
        /// `INDIVIDUAL` or `BUSINESS`.
        kind: CustomerType = "type",
        /// `null` if the service does not know it; corridors that need it say so in `needs`.
        name: Option<Text> = "name",
        /// Id of the customer or platform.
        reference: PartyId = "reference",
        /// `null` if the service does not know it.
        address: Option<OriginatorAddress> = "address",
    }

    /// The postal address of an originator.
    pub struct OriginatorAddress {
        line1: Text = "line1",
        line2: Option<Text> = "line2",
        city: Option<Text> = "city",
        state: Option<Text> = "state",
        postal_code: Option<Text> = "postalCode",
        country: Country = "country",
    }

    /// The payer's permission for a collection: the registration of the account (rails 7.2).
    pub struct CollectionAuthorization {
        /// Id of the debited account.
        reference: ExternalAccountId = "reference",
        /// Time of the registration.
        given_at: Timestamp = "givenAt",
    }

    /// The deposit that a refund gives back (rails 7.2).
    pub struct Deposit {
        /// Id that the adapter gave the deposit.
        deposit_id: Id128 = "depositId",
        payer: DepositPayer = "payer",
    }

    /// The payer of a deposit, as far as the partner told.
    pub struct DepositPayer {
        name: Option<Text> = "name",
        account: Option<Text> = "account",
        bank: Option<Text> = "bank",
    }
}
