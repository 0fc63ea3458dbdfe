//! Money that others send to an account's coordinates, or debit by them, in the sandbox (money 3.5).

use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{InternalAccountId, QuoteId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_store::platforms::Environment;
use serde::{Deserialize, Serialize};

use super::argument::{Argument, Form, option, positional};
use super::payment::{Outcome, Shown, TRANSACTION};
use super::{Noun, OperatorError};
use crate::deposits::{Notified, To, take};
use crate::payments::deposit;
use crate::quotes;
use crate::runtime::context::Context;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Push {
    #[serde(default)]
    account: Option<InternalAccountId>,
    #[serde(default)]
    reference: Option<String>,
    amount: i64,
    #[serde(default)]
    currency: Option<CurrencyCode>,
    #[serde(default)]
    rail: Option<PaymentRail>,
    #[serde(default)]
    payer: Option<String>,
    #[serde(default)]
    network: Option<CryptoNetwork>,
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    event: Option<String>,
}

impl Push {
    fn notified(self) -> Result<Notified, OperatorError> {
        let to = match (self.account, self.reference) {
            (Some(account), None) => To::Account(account),
            (None, Some(reference)) => To::Reference(reference),
            (Some(_), Some(_)) | (None, None) => {
                return Err(OperatorError::invalid("Name either the account or --reference."));
            }
        };
        let Self { amount, currency, rail, payer, network, from, event, .. } = self;
        Ok(Notified { to, amount, currency, rail, payer, network, from, event })
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    transaction: TransactionId,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Late {
    quote: QuoteId,
    #[serde(default)]
    amount: Option<i64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Debit {
    account: InternalAccountId,
    amount: i64,
}

const ACCOUNT: Argument = positional("account", "The internal account's id");
const AMOUNT: Argument =
    option("amount", "How much, in the smallest unit of what is sent").form(Form::Number).required();

pub(super) fn noun() -> Noun {
    let push = [
        ACCOUNT.optional(),
        option(
            "reference",
            "In its place: the account number, address or reference that the payer has named; what leads nowhere is in \
             suspense",
        ),
        AMOUNT,
        option("currency", "What is sent; needed where the reference leads nowhere"),
        option("rail", "A rail that the account's funding instructions show [default: the fastest]"),
        option("payer", "The payer's name, as its bank passes it on"),
        option(
            "network",
            "The chain that coins come by [default: the first, where no bank leads to the account]",
        ),
        option("from", "The payer's account, or the address that coins come from"),
        option("event", "The partner's id of the event: told again, it changes nothing"),
    ];
    let late = [
        positional("quote", "The quote's id"),
        option("amount", "How much, in the smallest unit [default: what the quote wanted]")
            .form(Form::Number),
    ];
    Noun::new("deposit", "Money that others send to an account's coordinates, or debit by them")
        .change(
            "release",
            "Credits a deposit that waits for something",
            &[TRANSACTION],
            |tx, context, named: &Named| {
                Ok(Shown::from(deposit::release_waiting(tx, context, named.transaction)?))
            },
        )
        .change(
            "reject",
            "Refuses a deposit that waits for something: it goes back",
            &[TRANSACTION],
            |tx, context, named: &Named| Ok(Shown::from(deposit::reject(tx, context, named.transaction)?)),
        )
        .change(
            "push",
            "Sandbox: sends money to an account's funding instructions, or to what a payer has named",
            &push,
            |tx, context, push: &Push| {
                check_sandbox(context)?;
                Ok(Outcome::from(take(tx, context, push.clone().notified()?)?))
            },
        )
        .change(
            "late",
            "Sandbox: has the payer of a quote pay in when it is too late, or once more",
            &late,
            |tx, context, late: &Late| {
                check_sandbox(context)?;
                Ok(Shown::from(quotes::late::apply(tx, context, late.quote, late.amount)?))
            },
        )
        .change(
            "debit",
            "Sandbox: has a third party debit an account by ACH",
            &[ACCOUNT, AMOUNT],
            |tx, context, debit: &Debit| {
                check_sandbox(context)?;
                Ok(Shown::from(deposit::debit(tx, context, debit.account, debit.amount)?))
            },
        )
}

/// In production only a bank brings money.
fn check_sandbox(context: &Context) -> Result<(), OperatorError> {
    match context.environment {
        Environment::Sandbox => Ok(()),
        Environment::Production => {
            Err(OperatorError::invalid("Money is simulated on platforms of the sandbox only."))
        }
    }
}
