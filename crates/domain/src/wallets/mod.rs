//! Embedded wallets: credentials, sessions, and signed requests (wallet).

mod limits;
mod names;
mod notice;
mod states;

pub use causeway_vocabulary::wallets::AuthMethodType;
pub use limits::{
    MAX_OTP_ATTEMPTS, REQUEST_AHEAD, REQUEST_LIFETIME, WRONG_CODES, Window, per_minute, recent_instants,
};
pub use names::{known_transports, passkey_name};
pub use notice::WalletNotice;
pub use states::{
    OtpEvent, OtpStatus, RequestEvent, RequestStatus, SessionEvent, SessionStatus, next_otp, next_request,
    next_session, otp_at, otp_created, request_at, request_created, session_at, session_created,
};
