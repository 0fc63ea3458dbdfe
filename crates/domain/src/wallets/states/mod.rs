//! The state machines of one-time codes, of requests that wait for a signature, and of sessions (wallet 1.2).

mod otp;
mod request;
mod session;

pub use otp::{OtpEvent, OtpStatus, at as otp_at, created as otp_created, next as next_otp};
pub use request::{
    RequestEvent, RequestStatus, at as request_at, created as request_created, next as next_request,
};
pub use session::{
    SessionEvent, SessionStatus, at as session_at, created as session_created, next as next_session,
};
