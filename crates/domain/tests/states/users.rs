//! The state machines of end users: wallets, second factors, cards.

use causeway_domain::{cards, sca, wallets};

use super::machine::Machine;

pub(super) fn of_users() -> String {
    let otps = Machine {
        title: "One-time codes of wallets (wallet 1.2)",
        begins: format!("{:?}", wallets::otp_created()),
        states: wallets::OtpStatus::ALL,
        events: wallets::OtpEvent::ALL,
        meaning: wallets::OtpEvent::meaning,
    };
    let requests = Machine {
        title: "Requests that wait for a signature (wallet 1.2)",
        begins: format!("{:?}", wallets::request_created()),
        states: wallets::RequestStatus::ALL,
        events: wallets::RequestEvent::ALL,
        meaning: wallets::RequestEvent::meaning,
    };
    let sessions = Machine {
        title: "Sessions of wallets (wallet 1.2)",
        begins: format!("{:?}", wallets::session_created()),
        states: wallets::SessionStatus::ALL,
        events: wallets::SessionEvent::ALL,
        meaning: wallets::SessionEvent::meaning,
    };
    let resets = Machine {
        title: "Resets of factors (agents B5)",
        begins: format!("{:?}", sca::reset_created()),
        states: sca::ScaResetStatus::ALL,
        events: sca::ResetEvent::ALL,
        meaning: sca::ResetEvent::meaning,
    };
    [
        otps.print(wallets::next_otp),
        requests.print(wallets::next_request),
        sessions.print(wallets::next_session),
        resets.print(sca::next_reset),
    ]
    .concat()
}

pub(super) fn of_cards() -> String {
    let cards = Machine {
        title: "Cards (cards 5.1)",
        begins: format!("{:?}", cards::card_created()),
        states: cards::CardState::ALL,
        events: cards::CardEvent::ALL,
        meaning: cards::CardEvent::meaning,
    };
    let keys = Machine {
        title: "Delegated keys (cards 7.2)",
        begins: format!("{:?}", cards::key_created()),
        states: cards::DelegatedKeyStatus::ALL,
        events: cards::DelegatedKeyEvent::ALL,
        meaning: cards::DelegatedKeyEvent::meaning,
    };
    [cards.print(cards::next_card), keys.print(cards::next_key)].concat()
}
