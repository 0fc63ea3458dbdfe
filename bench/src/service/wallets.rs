//! Embedded wallets: their users sign in by one-time code, and sign payments with their own keys.

use causeway_testing::http::{Client, Request};
use causeway_wallet_crypto::otp::{OtpBundle, OtpCode, OtpTarget};
use causeway_wallet_crypto::{PrivateKey, PublicKey, Stamp};
use serde_json::{Value, json};

use super::Customer;
use super::device::key_of;
use super::payments::Payer;
use super::set_up::{Platform, text_at};
use crate::error::Result;

/// The one-time code of every login in the sandbox.
const CODE: &str = "000000";

/// One USDB.
const AMOUNT: i64 = 1_000_000;

/// A wallet user with its login credential and key.
#[derive(Debug, Clone)]
pub(crate) struct Holder {
    credential: String,
    key: PrivateKey,
}

impl Platform {
    /// Funds the wallets of these customers, and registers a bank account as payee of each.
    pub(crate) async fn wallet_payers(&self, customers: &[Customer]) -> Result<Vec<Payer>> {
        let mut wallets = Vec::with_capacity(customers.len());
        for customer in customers {
            let path =
                format!("/customers/internal-accounts?customerId={}&type=EMBEDDED_WALLET", customer.id);
            let accounts = self.client.get(&path).send().await.expect(200);
            wallets.push(Customer { id: customer.id.clone(), account: text_at(&accounts, "/data/0/id")? });
        }
        let mut payers = self.payers(&wallets).await?;
        payers.iter_mut().for_each(|payer| payer.amount = AMOUNT);
        Ok(payers)
    }

    /// Returns the wallet users of these payers.
    pub(crate) async fn holders(&self, payers: &[Payer]) -> Result<Vec<Holder>> {
        let mut holders = Vec::with_capacity(payers.len());
        for payer in payers {
            let path = format!("/auth/credentials?accountId={}", payer.account);
            let credentials = self.client.get(&path).send().await.expect(200);
            let key = key_of(&payer.account)?;
            holders.push(Holder { credential: text_at(&credentials, "/data/0/id")?, key });
        }
        Ok(holders)
    }

    /// Signs in once, with three requests.
    pub(crate) async fn sign_in(&self, holder: &Holder) -> Result<()> {
        sign_in(&self.client, holder).await
    }
}

async fn sign_in(client: &Client, holder: &Holder) -> Result<()> {
    let path = |verb: &str| format!("/auth/credentials/{}/{verb}", holder.credential);
    let asked = client.post(&path("challenge")).send().await.expect(200);
    let encrypted = encrypt_code(&text_at(&asked, "/otpEncryptionTargetBundle")?, &holder.key)?;
    let body = json!({ "type": "EMAIL_OTP", "encryptedOtpBundle": encrypted });
    let verify = || -> Request { client.post(&path("verify")).json(&body) };
    let challenge = verify().send().await.expect(202);
    let stamp = Stamp::sign(&holder.key, &text_at(&challenge, "/payloadToSign")?).to_header();
    let request = verify().header("Svc-Wallet-Signature", &stamp);
    request.header("Request-Id", &text_at(&challenge, "/requestId")?).send().await.expect(200);
    Ok(())
}

/// Encrypts the one-time code as a device does.
fn encrypt_code(bundle: &str, key: &PrivateKey) -> Result<String> {
    let outer: Value = serde_json::from_str(bundle)?;
    let signer = PublicKey::from_hex(&text_at(&outer, "/enclaveQuorumPublic")?).map_err(|_| "no signer")?;
    let target = OtpTarget::read(bundle, &signer).ok_or("no bundle")?;
    let code = OtpCode::new(CODE.to_owned());
    let encrypted =
        OtpBundle::seal(&target.key, &code, &key.public_key(), [9; 32]).map_err(|_| "no encryption")?;
    Ok(encrypted.to_json())
}
