//! The JSON client of the journeys: as simple as `curl`, with self-explanatory failures.
//!
//! ```no_run
//! # async fn journey() {
//! use causeway_testing::http::Client;
//! use serde_json::json;
//!
//! let api = Client::new("http://127.0.0.1:8080/svc/2025-10-13").basic("id", "secret");
//! let customer = api
//!     .post("/customers")
//!     .idempotency_key("order-1")
//!     .json(&json!({"customerType": "INDIVIDUAL", "fullName": "Jane Doe"}))
//!     .send()
//!     .await
//!     .expect(201);
//! let id = customer["id"].as_str().unwrap_or_default();
//! api.get(&format!("/customers/{id}")).send().await.expect(200);
//! # }
//! ```

mod client;
mod form;
mod request;
mod response;

pub use client::Client;
pub use form::{Form, one_pixel};
pub use request::{Request, SendError};
pub use response::Response;
