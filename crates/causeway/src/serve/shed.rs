//! Overload: what is beyond the process's strength is refused at once, before a queue grows.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use causeway_service::runtime::http::{self, Answer};
use causeway_service::{ApiError, App};
use causeway_wire::Code;
use tokio::sync::Semaphore;
use tower::ServiceExt;

#[derive(Clone)]
struct Gate {
    places: Arc<Semaphore>,
    /// Answers for those who find no place, at the edge like every other answer.
    refusing: Router,
}

/// `router` with at most `requests_max` requests under way; further ones are answered 503 with `Retry-After`.
pub(super) fn limit(router: Router, app: &Arc<App>, requests_max: usize) -> Router {
    let refusing = Router::new()
        .fallback(|| async { refuse() })
        .layer(middleware::from_fn_with_state(Arc::clone(app), http::wrap));
    let places = Arc::new(Semaphore::new(requests_max.min(Semaphore::MAX_PERMITS)));
    router.layer(middleware::from_fn_with_state(Gate { places, refusing }, admit))
}

async fn admit(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    match gate.places.try_acquire() {
        Ok(_place) => next.run(request).await,
        Err(_) => gate.refusing.oneshot(request).await.unwrap_or_else(|never| match never {}),
    }
}

fn refuse() -> Response {
    let message = "The service has too many requests under way; repeat this one a little later.";
    Answer::refused(&ApiError::new(Code::ServiceUnavailable, message).retry_after(1)).into_response()
}
