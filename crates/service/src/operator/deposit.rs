//! Money that others send to an account's coordinates, or debit by them, in the sandbox (money 3.5).

use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{InternalAccountId, QuoteId, TransactionId};
use causeway_store::platforms::Environment;
use serde::{Deserialize, Serialize};

use super::argument::{Argument, Form, option, positional};
use super::payment::{Shown, TRANSACTION};
use super::{Noun, OperatorError};
use crate::payments::deposit::{self, Pushed};
use crate::quotes;
use crate::runtime::context::Context;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Push {
    account: InternalAccountId,
    amount: i64,
    #[serde(default)]
    rail: Option<PaymentRail>,
    #[serde(default)]
    payer: Option<String>,
    #[serde(default)]
    network: Option<CryptoNetwork>,
    #[serde(default)]
    from: Option<String>,
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
        ACCOUNT,
        AMOUNT,
        option("rail", "A rail that the account's funding instructions show [default: the fastest]"),
        option("payer", "The payer's name, as its bank passes it on"),
        option(
            "network",
            "The chain that coins come by [default: the first, where no bank leads to the account]",
        ),
        option("from", "The address that coins come from"),
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
            "Sandbox: sends money to an account's funding instructions",
            &push,
            |tx, context, push: &Push| {
                check_sandbox(context)?;
                let Push { account, amount, rail, payer, network, from } = push.clone();
                let pushed = Pushed { account, amount, rail, payer, network, from };
                Ok(Shown::from(deposit::push(tx, context, pushed)?))
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
