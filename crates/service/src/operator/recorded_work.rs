//! Work in several transactions whose beginning and outcome are rows of the audit trail (conventions 2.1).

use serde::Serialize;
use serde_json::{Value, json};

use super::{Answer, Call, OperatorError};

/// Runs the work of an action that takes several transactions, also after the caller has disconnected.
///
/// A row of the audit trail is committed before the work begins, and another one with its outcome. If the process
/// ends in between, the trail still names the actor.
pub(super) async fn carry_out<T, W>(call: Call, work: W) -> Answer<T>
where
    T: Serialize + Send + 'static,
    W: Future<Output = Answer<T>> + Send + 'static,
{
    let running = tokio::spawn(async move {
        record(call.clone(), json!({ "stage": "BEGUN" })).await?;
        let outcome = work.await;
        let ended = match &outcome {
            Ok(result) => json!({ "stage": "DONE", "result": result }),
            Err(error) => json!({ "stage": "FAILED", "error": error.message }),
        };
        let recorded = record(call, ended).await;
        let result = outcome?;
        recorded.map(|()| result)
    });
    running.await.map_err(OperatorError::defect)?
}

/// Records these members with the arguments of the action.
async fn record(mut call: Call, members: Value) -> Answer<()> {
    if let (Some(detail), Value::Object(members)) = (call.audit.detail.as_object_mut(), members) {
        detail.extend(members);
    }
    call.change_deployment(|_, _| Ok((None, ()))).await
}
