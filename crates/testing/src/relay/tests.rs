//! Tests of the relay, before the webhook receiver as a server.

use std::net::SocketAddr;

use super::{Moment, Passage, Relay};
use crate::http::Client;
use crate::receiver::Receiver;

fn address_of(server: &Receiver) -> SocketAddr {
    let url = server.url();
    url.trim_start_matches("http://").split('/').next().unwrap().parse().unwrap()
}

/// Checks that messages pass, are lost before and after the server has got them, and are repeated.
#[tokio::test]
async fn messages_pass_are_lost_and_repeated() {
    let server = Receiver::start().await;
    let relay = Relay::start(address_of(&server)).await;
    let client = Client::new(&format!("http://{}", relay.address()));
    let send = || client.post("/one").raw("text/plain", "content").try_send();
    assert_eq!(send().await.unwrap().status, 200);
    assert_eq!(server.received().len(), 1);

    relay.script(|_, _, moment| if moment == Moment::Request { Passage::Lose } else { Passage::Pass });
    assert!(send().await.is_err());
    assert_eq!(server.received().len(), 1, "the server does not get a lost request");

    relay.script(|_, _, moment| if moment == Moment::Answer { Passage::Lose } else { Passage::Pass });
    assert!(send().await.is_err());
    assert_eq!(server.received().len(), 2, "the answer is lost, not the request");

    relay.script(|_, _, _| Passage::Twice);
    assert_eq!(send().await.unwrap().status, 200);
    assert_eq!(server.received().len(), 4);
}

/// Checks that a hold stops the exchange that it names, until it passes or is cut.
#[tokio::test]
async fn a_hold_stops_one_exchange() {
    let server = Receiver::start().await;
    let relay = Relay::start(address_of(&server)).await;
    let client = Client::new(&format!("http://{}", relay.address()));
    let send = |path: &str| {
        let request = client.post(path).raw("text/plain", "content");
        tokio::spawn(request.try_send())
    };
    let mut hold = relay.hold("POST", "/held", Moment::Request);
    assert_eq!(send("/other").await.unwrap().unwrap().status, 200);
    let held = send("/held");
    hold.reached().await;
    assert_eq!(server.received().len(), 1);
    hold.pass();
    assert_eq!(held.await.unwrap().unwrap().status, 200);

    let mut hold = relay.hold("POST", "/held", Moment::Answer);
    let held = send("/held");
    hold.reached().await;
    assert_eq!(server.received().len(), 3);
    drop(hold);
    assert!(held.await.unwrap().is_err());
}
