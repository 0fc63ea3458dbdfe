//! Operators' actions, through the socket in the data folder.

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

use super::set_up::{Platform, text_at};
use super::{DataLocation, Process};
use crate::error::Result;
use crate::load::Credentials;

impl DataLocation {
    /// Creates another sandbox platform in the running service.
    pub(crate) async fn platform(&self, process: &Process, name: &str) -> Result<Platform> {
        let arguments = json!({ "environment": "sandbox", "name": name });
        let created = self.act("platform/create", &arguments).await?;
        let client_id = text_at(&created, "/client_id")?;
        let secret = text_at(&created, "/client_secret")?;
        Ok(Platform::called_by(process, Credentials { client_id, secret }))
    }

    /// Runs an action such as `platform/create`, and returns its result.
    pub(crate) async fn act(&self, action: &str, arguments: &Value) -> Result<Value> {
        let mut stream = UnixStream::connect(self.folder.join("operator.sock")).await?;
        let body = json!({ "arguments": arguments }).to_string();
        let request = format!(
            "POST /operator/{action} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut response = String::new();
        stream.read_to_string(&mut response).await?;
        let (head, body) =
            response.split_once("\r\n\r\n").ok_or("the response of the operator socket has no body")?;
        if head.split(' ').nth(1) != Some("200") {
            return Err(format!("{action} failed: {response}").into());
        }
        Ok(serde_json::from_str(body)?)
    }
}
