//! Repeats an operation whose preflight a concurrent change has made outdated.

use std::pin::Pin;

use super::Answer;
use crate::runtime::api_error::ApiError;

/// One run of an operation, from preflight to answer.
type Attempt<'a> = Pin<Box<dyn Future<Output = Result<Answer, ApiError>> + Send + 'a>>;

/// How often an operation runs at most. Each further run needs another change in the moment between preflight
/// and write.
const ATTEMPTS: usize = 4;

/// Runs preflight and write, and runs them again while the write finds the preflight outdated: a caller is
/// not told of a change that it could not see.
///
/// # Errors
/// As `attempt`.
pub(crate) async fn repeat_outdated<C>(
    call: C,
    attempt: impl for<'a> Fn(&'a C) -> Attempt<'a>,
) -> Result<Answer, ApiError> {
    for _ in 1..ATTEMPTS {
        let answer = attempt(&call).await?;
        if !answer.is_outdated() {
            return Ok(answer);
        }
    }
    attempt(&call).await
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use causeway_wire::Code;

    use super::*;

    /// Runs an operation that is outdated so often; returns how often it ran, and the last status.
    async fn run(outdated: usize) -> (usize, u16) {
        let runs = Arc::new(AtomicUsize::new(0));
        let answer = repeat_outdated(Arc::clone(&runs), |runs| {
            Box::pin(async move {
                let refusal = if runs.fetch_add(1, Ordering::Relaxed) < outdated {
                    ApiError::outdated("The policy has changed.")
                } else {
                    ApiError::new(Code::Forbidden, "No.")
                };
                Ok(Answer::refused(&refusal))
            })
        });
        let status = answer.await.expect("an answer").status().as_u16();
        (runs.load(Ordering::Relaxed), status)
    }

    #[tokio::test]
    async fn repeats_an_outdated_operation_a_few_times() {
        assert_eq!(run(0).await, (1, 403));
        assert_eq!(run(3).await, (4, 403));
        assert_eq!(run(9).await, (4, 503));
    }
}
