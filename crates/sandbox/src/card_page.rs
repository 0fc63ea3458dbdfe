//! The page on which the simulated issuer shows a card's number (cards 6). The number is derived from a key
//! of the platform and from the card; it is not stored anywhere.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::cards::CardState;
use causeway_domain::ids::{CardId, Id, PlatformId};
use causeway_service::ports::{CardEmbed, EmbedOrder, NoIssuerAnswer};
use causeway_service::runtime::keys::{Secret, stored};
use causeway_service::{ApiError, App, Context};
use causeway_store::cards::{self, IssuedCard};
use causeway_store::sandbox_cards::{self as memory, CardPage};
use causeway_store::{Error, Store, Tx, platforms, secret_keys};
use serde_json::json;
use sha2::{Digest, Sha256};

/// The path of the page, followed by `/` and the token.
pub const CARD_PAGE_PATH: &str = "/card-embed";

/// Validity of a page, on the platform's clock.
const LIFETIME: Duration = Duration::from_mins(5);

/// The purpose under which the platform's key for deriving card numbers is stored.
const CARD_NUMBERS: &str = "SANDBOX_CARD_NUMBERS";

/// The content of the page.
pub struct RevealedCard {
    /// 16 digits.
    pub pan: Secret<String>,
    /// The security code: 3 digits.
    pub cvv: Secret<String>,
    /// `MM/YY`, as printed on a card: `12/29`.
    pub expiry: String,
}

impl fmt::Debug for RevealedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RevealedCard(…)")
    }
}

/// Stores a page under the hash of its token; the stored row does not suffice to open it.
pub(crate) async fn mint(store: &Store, order: &EmbedOrder) -> Result<CardEmbed, NoIssuerAnswer> {
    let expires_at = order.now.plus(LIFETIME);
    let page = CardPage {
        platform: order.platform,
        token_hash: hash(&order.token),
        card: order.card.id,
        expires_at,
    };
    let outcome: Result<(), Error> = store.write(&[], move |tx| memory::insert_page(tx, &page)).await;
    outcome.map_err(|_| NoIssuerAnswer)?;
    Ok(CardEmbed { url: format!("{}{CARD_PAGE_PATH}/{}", order.origin, order.token), expires_at })
}

/// Returns the content of the page for this token, or `None` if the token is unknown or expired, the platform
/// is disabled, or the card is closed or has not been issued.
pub async fn revealed_card(app: &Arc<App>, token: &str) -> Result<Option<RevealedCard>, ApiError> {
    let _permit = app.request_permits.take()?;
    let shared = Arc::clone(app);
    let hash = hash(token);
    app.store.write(&[], move |tx| show(tx, &shared, &hash)).await
}

fn show(tx: &mut Tx<'_>, app: &Arc<App>, hash: &[u8]) -> Result<Option<RevealedCard>, ApiError> {
    let Some(page) = memory::find_page(tx, hash)? else { return Ok(None) };
    let platform = platforms::get(tx, page.platform)?;
    let now = Context::of_service(app, &platform, tx.wall()).now;
    if platform.is_disabled || now >= page.expires_at {
        return Ok(None);
    }
    let card = cards::find(tx, page.platform, page.card)?.ok_or(Error::Missing)?;
    let is_shown = matches!(card.phase.state(), CardState::Active | CardState::Frozen);
    let Some(issued) = card.issued.filter(|_| is_shown) else { return Ok(None) };
    let key = key(tx, app, page.platform)?;
    Ok(Some(RevealedCard {
        pan: Secret::new(number(key.expose(), card.id, &issued)),
        cvv: Secret::new(digits(key.expose(), b"cvv", card.id).chars().take(3).collect()),
        expiry: format!("{:02}/{:02}", issued.exp_month, issued.exp_year % 100),
    }))
}

/// Returns the platform's key for deriving card numbers, and creates it at first use.
fn key(tx: &mut Tx<'_>, app: &App, platform: PlatformId) -> Result<Secret<Vec<u8>>, ApiError> {
    let keys = app.keys();
    let mut found = secret_keys::in_use(tx, Some(platform), CARD_NUMBERS)?;
    if found.is_none() {
        platforms::lock(tx, platform)?;
        // Another process may have created the key while this process waited for the platform's lock.
        found = secret_keys::in_use(tx, Some(platform), CARD_NUMBERS)?;
    }
    if let Some(record) = found {
        return stored::open(&keys, &record).map_err(ApiError::internal);
    }
    let fresh: [u8; 32] = app.ids.bytes();
    stored::insert(tx, &keys, &app.ids, Some(platform), CARD_NUMBERS, &fresh, json!({}))?;
    Ok(Secret::new(fresh.to_vec()))
}

/// Returns the 16 digits of a card: they begin with 4 and end with the card's last four digits. The twelfth
/// digit is chosen so that the check digit is correct.
fn number(key: &[u8], card: CardId, issued: &IssuedCard) -> String {
    let middle: String = digits(key, b"pan", card).chars().take(10).collect();
    let with = |balance: u32| format!("4{middle}{balance}{}", issued.last4);
    let missing = (10 - luhn_sum(&with(0)) % 10) % 10;
    with(missing)
}

/// Derives digits from the key and the card; `label` separates the number from the security code.
fn digits(key: &[u8], label: &[u8], card: CardId) -> String {
    let digest = Sha256::new().chain_update(key).chain_update(label).chain_update(card.uuid()).finalize();
    digest.iter().map(|byte| char::from(b'0' + byte % 10)).collect()
}

/// Computes the checksum of ISO/IEC 7812-1: from the right, every second digit is doubled and its digits are
/// added.
fn luhn_sum(digits: &str) -> u32 {
    let weigh = |(at, digit): (usize, u32)| if at % 2 == 0 { digit } else { digit * 2 / 10 + digit * 2 % 10 };
    digits.chars().rev().filter_map(|digit| digit.to_digit(10)).enumerate().map(weigh).sum()
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use causeway_domain::cards::CardBrand;
    use causeway_domain::ids::Id;
    use uuid::Uuid;

    use super::*;

    fn issued(last4: &str) -> IssuedCard {
        IssuedCard {
            brand: CardBrand::Visa,
            last4: last4.to_owned(),
            exp_month: 12,
            exp_year: 2029,
            processor_ref: "p".to_owned(),
            issuer_ref: "i".to_owned(),
        }
    }

    #[test]
    fn numbers_have_a_right_check_digit_and_the_digits_of_their_card() {
        assert_eq!(luhn_sum("4242424242424242") % 10, 0);
        for (at, last4) in ["4777", "0055", "2179", "9999"].into_iter().enumerate() {
            let card = CardId::from_uuid(Uuid::from_u128(at as u128));
            let pan = number(&[7; 32], card, &issued(last4));
            assert!(pan.len() == 16 && pan.starts_with('4') && pan.ends_with(last4), "{pan}");
            assert_eq!(luhn_sum(&pan) % 10, 0, "{pan}");
            assert_eq!(number(&[7; 32], card, &issued(last4)), pan);
            assert_ne!(number(&[8; 32], card, &issued(last4)), pan, "another key");
        }
    }
}
