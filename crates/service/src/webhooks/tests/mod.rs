//! Tests of deliveries against endpoints played by the test.

mod attempts;
mod key_stages;
mod keys;
mod sending;

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::listing::{Order, Page};
use causeway_store::outbox::{self, DeliveryRecord, Filter};

use crate::fixture::Fixture;
use crate::runtime::timers;

const URL: &str = "http://receiver.example/hooks";

impl Fixture {
    /// Builds a service and a platform with an endpoint.
    async fn with_endpoint() -> Self {
        let fixture = Self::new().await;
        fixture.set_endpoint(fixture.platform, Some(URL)).await;
        fixture
    }

    async fn deliver(&self) -> usize {
        super::deliver_due(&self.app, None, timers::DELIVERY_TIMEOUT, 100).await.unwrap()
    }

    /// Returns all events of a platform, oldest first.
    async fn events(&self, platform: PlatformId) -> Vec<DeliveryRecord> {
        self.write(move |tx| {
            let page = Page { after: None, limit: 100, order: Order::Ascending };
            Ok(outbox::list(tx, platform, &Filter::default(), &page)?)
        })
        .await
    }

    /// Returns the only event of the platform.
    async fn event(&self) -> DeliveryRecord {
        let mut events = self.events(self.platform).await;
        assert_eq!(events.len(), 1, "{events:?}");
        events.remove(0)
    }

    /// Moves the clock to this instant.
    fn move_to(&self, at: Time) {
        self.clock.advance(at.since(self.clock.now()));
    }
}

/// Returns `true` if a duration is within 10 % of this number of seconds.
fn is_about(length: Duration, seconds: u64) -> bool {
    let length = length.as_millis();
    let expected = u128::from(seconds) * 1000;
    length * 10 >= expected * 9 && length * 10 <= expected * 11
}
