//! The run of a served demonstration: filled first, then open until it is stopped.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};

use causeway_service::operator::console_link_for_owner;
use serde::Serialize;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::super::DemoError;
use super::super::platform_client::PlatformClient;
use super::super::service::{DemoPlatform, DemoService, create_platform};
use super::super::store::TemporaryStore;
use super::super::transcript::{Transcript, write};
use super::filler::Filler;
use super::people::{OTHERS, PEOPLE, Payer, Person};
use super::{payments, people, problems};
use crate::config::{LocationFlags, LogFormat};
use crate::router::BASE_PATH;
use crate::serve::begin_log;

const PORT: u16 = 8080;

/// Number of payments of each customer that arrive, on the first and on the second platform.
const PAYMENTS: [usize; 2] = [4, 2];

/// What a visitor needs.
#[derive(Serialize)]
struct Invitation {
    store: &'static str,
    base_url: String,
    /// User name and password of the tokens of Acme and Borealis.
    credentials: [String; 2],
    /// Signs in to the console once.
    console: String,
}

/// The signals that end the demonstration.
struct Ends {
    interrupted: Signal,
    terminated: Signal,
}

/// Serves a filled demonstration until it is stopped, and removes everything that it created.
///
/// # Errors
/// If the address is taken, or a step of the filling fails.
pub async fn serve(
    location: &LocationFlags,
    listen: Option<SocketAddr>,
    json: bool,
) -> Result<(), DemoError> {
    begin_log(LogFormat::Text, "error").map_err(DemoError::Log)?;
    let mut ends = Ends::register()?;
    let store = TemporaryStore::make(location)?;
    let address = listen.unwrap_or_else(|| SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)));
    let outcome = serve_on(&store, address, json, &mut ends).await;
    // The first error is reported.
    outcome.and(store.remove())
}

async fn serve_on(
    store: &TemporaryStore,
    address: SocketAddr,
    json: bool,
    ends: &mut Ends,
) -> Result<(), DemoError> {
    let service = DemoService::start(&store.configuration()?, address, "Acme").await?;
    let outcome = tokio::select! {
        outcome = fill_and_wait(&service, store.description(), json) => outcome,
        () = ends.come() => Ok(()),
    };
    service.stop().await;
    outcome
}

/// Fills both platforms, prints the invitation, and waits for good.
async fn fill_and_wait(service: &DemoService, store: &'static str, json: bool) -> Result<(), DemoError> {
    let second = create_platform(&service.app, "Borealis").await?;
    // A transcript in JSON prints nothing before its end.
    let mut transcripts = [Transcript::begin(true), Transcript::begin(true)];
    let [of_acme, of_borealis] = &mut transcripts;
    let mut borealis = connect(service, &second, of_borealis).await?;
    let payers = add_all(&mut borealis, &OTHERS).await?;
    payments::pay_all(&mut borealis, &payers, PAYMENTS[1]).await?;
    let mut acme = connect(service, &service.platform, of_acme).await?;
    fill_first(&mut acme).await?;
    let console = console_link_for_owner(&service.app).await?;
    let console = console.ok_or_else(|| DemoError::Missing { member: "the console".to_owned() })?;
    let invitation = Invitation {
        store,
        base_url: format!("{}{BASE_PATH}", service.origin),
        credentials: [&service.platform, &second]
            .map(|one| format!("{}:{}", one.client_id, one.client_secret)),
        console: console.expose().clone(),
    };
    invitation.print(json)?;
    std::future::pending().await
}

async fn connect<'a>(
    service: &'a DemoService,
    platform: &'a DemoPlatform,
    transcript: &'a mut Transcript,
) -> Result<Filler<'a>, DemoError> {
    let client = PlatformClient::connect(&service.origin, platform, transcript).await?;
    Ok(Filler::new(client, &service.app, platform))
}

async fn add_all(filler: &mut Filler<'_>, people: &[Person]) -> Result<Vec<Payer>, DemoError> {
    let mut payers = Vec::new();
    for person in people {
        payers.push(people::add(filler, person).await?);
    }
    Ok(payers)
}

/// Fills the first platform, whose endpoint then does not answer any more, and gives it its problems.
async fn fill_first(acme: &mut Filler<'_>) -> Result<(), DemoError> {
    let payers = add_all(acme, &PEOPLE).await?;
    payments::pay_all(acme, &payers, PAYMENTS[0]).await?;
    payments::pay_in_vain(acme, &payers).await?;
    problems::submit_verification(acme).await?;
    acme.client.inbox.close();
    let [first, second, ..] = &payers[..] else { return Ok(()) };
    problems::let_days_pass(acme, first).await?;
    problems::receive_unmatched(acme).await?;
    problems::let_agent_ask(acme, second).await
}

impl Ends {
    fn register() -> Result<Self, DemoError> {
        let [interrupted, terminated] = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
        Ok(Self {
            interrupted: interrupted.map_err(DemoError::System)?,
            terminated: terminated.map_err(DemoError::System)?,
        })
    }

    /// Waits until one of them comes.
    async fn come(&mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
        }
    }
}

impl Invitation {
    fn print(&self, json: bool) -> Result<(), DemoError> {
        if !json {
            return write(&self.to_string());
        }
        let text = serde_json::to_string(self).map_err(|error| DemoError::System(error.into()))?;
        write(&format!("{text}\n"))
    }
}

impl fmt::Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [acme, borealis] = &self.credentials;
        writeln!(f, "Causeway demo: two sandbox platforms, Acme and Borealis; {}", self.store)?;
        writeln!(f)?;
        writeln!(f, "  API             {}", self.base_url)?;
        writeln!(f, "  Acme            {acme}")?;
        writeln!(f, "  Borealis        {borealis}")?;
        writeln!(f)?;
        writeln!(
            f,
            "Six matters wait at Acme for somebody. Ctrl-C ends the demonstration and removes everything."
        )?;
        writeln!(f, "Sign in to the console once, within 15 minutes:")?;
        writeln!(f)?;
        writeln!(f, "{}", self.console)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_the_link() {
        let console = "http://localhost:8080/console/sign-in?link=abc".to_owned();
        let credentials = ["a:b", "c:d"].map(str::to_owned);
        let invitation = Invitation { store: "SQLite", base_url: String::new(), credentials, console };
        let text = invitation.to_string();
        assert_eq!(text.lines().last(), Some("http://localhost:8080/console/sign-in?link=abc"));
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
}
