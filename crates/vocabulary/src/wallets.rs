//! The words of embedded wallets.

use crate::named;

named! {
    /// How an end user proves who they are to a wallet.
    pub enum AuthMethodType { Oauth = "OAUTH", EmailOtp = "EMAIL_OTP", SmsOtp = "SMS_OTP", Passkey = "PASSKEY" }
}
