//! Round trips of every message, and arbitrary bytes for every reader.

use std::fmt::Debug;

use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{
    CancelRequest, CancelResponse, Capabilities, ErrorBody, FeedPage, OrderAnswer, PrecheckRequest,
    PrecheckResponse, PushRequest, PushResponse, Submission,
};
use causeway_rail_protocol::orders::SubmissionBytes;
use proptest::prelude::*;
use proptest::sample::Index;

use super::bodies;

/// Checks that a message is read as it was written, also with unknown members.
fn reads_back<T: Message + PartialEq + Debug>(message: &T) -> Result<(), TestCaseError> {
    let text = message.to_json();
    let again = T::parse(text.as_bytes());
    prop_assert_eq!(again.as_ref(), Ok(message));
    let extended = text.replacen('{', r#"{"later":{"a":[1.5,null]},"#, 1);
    let later = T::parse(extended.as_bytes());
    prop_assert_eq!(later.as_ref(), Ok(message));
    Ok(())
}

/// Checks that bytes are refused or read as a message that is read back.
fn reads_or_refuses<T: Message + PartialEq + Debug>(bytes: &[u8]) -> Result<(), TestCaseError> {
    match T::parse(bytes) {
        Ok(message) => prop_assert_eq!(T::parse(message.to_json().as_bytes()), Ok(message)),
        Err(error) => prop_assert!(!error.to_string().is_empty()),
    }
    Ok(())
}

/// Checks one message: its round trip, and any byte of it changed.
fn holds<T: Message + PartialEq + Debug>(message: &T, at: Index, byte: u8) -> Result<(), TestCaseError> {
    reads_back(message)?;
    let mut bytes = message.to_json().into_bytes();
    let index = at.index(bytes.len());
    bytes[index] = byte;
    reads_or_refuses::<T>(&bytes)
}

macro_rules! round_trips {
    ($($name:ty = $strategy:ident;)+) => {
        proptest! {
            $(
                /// Checks the round trip of a message, and that no changed byte makes its reader panic.
                #[test]
                fn $strategy(message in bodies::$strategy(), at: Index, byte: u8) {
                    holds::<$name>(&message, at, byte)?;
                }
            )+

            /// Checks that no bytes make a reader panic.
            #[test]
            fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
                $(reads_or_refuses::<$name>(&bytes)?;)+
            }
        }
    };
}

round_trips! {
    Submission = submission;
    OrderAnswer = order_answer;
    CancelRequest = cancel_request;
    CancelResponse = cancel_response;
    PrecheckRequest = precheck_request;
    PrecheckResponse = precheck_response;
    FeedPage = feed_page;
    PushRequest = push_request;
    PushResponse = push_response;
    ErrorBody = error_body;
    Capabilities = capabilities;
}

proptest! {
    /// Checks that the bytes of a submit are those that were stored, whatever their spelling.
    #[test]
    fn stored_bytes_stay(submission in bodies::submission()) {
        let written = SubmissionBytes::new(&submission);
        let spaced = format!(" {} ", submission.to_json()).into_bytes();
        let read = SubmissionBytes::parse(spaced.clone()).unwrap();
        prop_assert_eq!(read.bytes(), spaced);
        prop_assert_ne!(read.digest(), written.digest());
        prop_assert_eq!(SubmissionBytes::parse(written.bytes().to_vec()), Ok(written));
    }
}
