//! Vocabulary of embedded wallets.

use crate::named;

named! {
    /// Authentication method of an end user for a wallet.
    pub enum AuthMethodType { Oauth = "OAUTH", EmailOtp = "EMAIL_OTP", SmsOtp = "SMS_OTP", Passkey = "PASSKEY" }
}
