//! The public keys of issuers of identity tokens, fetched from the issuers and cached (wallet 4.6).

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, Method};
use bytes::Bytes;
use causeway_domain::{Clock, Time};
use causeway_wallet_crypto::oidc::KeySet;
use futures_util::future::{BoxFuture, FutureExt};
use serde::Deserialize;

use crate::ports::{KeySetError, KeySets};
use crate::runtime::outbound::{MAX_BODY, OutboundRequest, Reach, Scheme, Target, Transport};

/// Lifetime of a cached key set.
const CACHE_LIFETIME: Duration = Duration::from_secs(600);
/// The shortest interval between two fetches from one issuer, even if tokens name unknown keys.
const MIN_FETCH_INTERVAL: Duration = Duration::from_secs(5);
/// Timeout of each of the two requests.
const LIMIT: Duration = Duration::from_secs(5);
/// More issuers than any deployment trusts; a full cache is cleared.
const MAX_ISSUERS: usize = 1_000;

/// The keys that issuers publish, with a cache.
pub struct PublishedKeys {
    transport: Arc<dyn Transport>,
    clock: Clock,
    /// `true` if issuers may have private addresses and use plain HTTP, for development on one machine.
    is_local: bool,
    known: Mutex<HashMap<String, CachedKeys>>,
}

#[derive(Clone)]
struct CachedKeys {
    keys: KeySet,
    at: Time,
}

/// The required members of an issuer's `openid-configuration`.
#[derive(Deserialize)]
struct Configuration {
    issuer: String,
    jwks_uri: String,
}

impl PublishedKeys {
    /// Returns keys fetched over this transport: over TLS from public addresses, unless `is_local`.
    #[must_use]
    pub fn new(transport: Arc<dyn Transport>, clock: Clock, is_local: bool) -> Self {
        Self { transport, clock, is_local, known: Mutex::default() }
    }

    async fn keys_of(&self, issuer: &str, is_fresh: bool) -> Result<KeySet, KeySetError> {
        let lifetime = if is_fresh { MIN_FETCH_INTERVAL } else { CACHE_LIFETIME };
        if let Some(known) = self.cached(issuer).filter(|known| self.clock.now() < known.at.plus(lifetime)) {
            return Ok(known.keys);
        }
        let keys = self.fetch(issuer).await?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_ISSUERS {
            known.clear();
        }
        known.insert(issuer.to_owned(), CachedKeys { keys: keys.clone(), at: self.clock.now() });
        Ok(keys)
    }

    fn cached(&self, issuer: &str) -> Option<CachedKeys> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(issuer).cloned()
    }

    async fn fetch(&self, issuer: &str) -> Result<KeySet, KeySetError> {
        let error = |problem: &str| KeySetError(format!("the keys of {issuer}: {problem}"));
        let at = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let document = self.get(&at).await.map_err(|problem| error(&problem))?;
        let found: Configuration =
            serde_json::from_slice(&document).map_err(|_| error("no openid-configuration"))?;
        if found.issuer.trim_end_matches('/') != issuer.trim_end_matches('/') {
            return Err(error("the openid-configuration is another issuer's"));
        }
        let document = self.get(&found.jwks_uri).await.map_err(|problem| error(&problem))?;
        KeySet::parse(&document).map_err(|_| error("no key set"))
    }

    async fn get(&self, at: &str) -> Result<Bytes, String> {
        let target: Target = at.parse().map_err(|error| format!("the URL {error}"))?;
        if target.scheme() != Scheme::Https && !self.is_local {
            return Err("the URL is not https".to_owned());
        }
        let request = OutboundRequest {
            method: Method::GET,
            target,
            headers: HeaderMap::new(),
            body: Bytes::new(),
            reach: if self.is_local { Reach::Private } else { Reach::Public },
            limit: LIMIT,
            is_only_attempt: false,
            body_max: MAX_BODY,
        };
        let response = self.transport.exchange(request).await.map_err(|failure| failure.to_string())?;
        if response.status == 200 { Ok(response.body) } else { Err(format!("answered {}", response.status)) }
    }
}

impl KeySets for PublishedKeys {
    fn of<'a>(&'a self, issuer: &'a str, is_fresh: bool) -> BoxFuture<'a, Result<KeySet, KeySetError>> {
        self.keys_of(issuer, is_fresh).boxed()
    }
}

impl fmt::Debug for PublishedKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PublishedKeys(…)")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use futures_util::future::ready;
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::runtime::outbound::{Failure, OutboundResponse};

    const ISSUER: &str = "https://issuer.example";
    const KEYS: &str = "https://keys.example/all";

    /// A transport with fixed responses by address, which records its requests.
    #[derive(Debug, Default)]
    struct Stub {
        pages: BTreeMap<String, Json>,
        exchanges: Mutex<Vec<(String, Reach)>>,
    }

    impl Transport for Stub {
        fn exchange(&self, request: OutboundRequest) -> BoxFuture<'_, Result<OutboundResponse, Failure>> {
            let at = request.target.as_str().to_owned();
            let page = self.pages.get(&at).map(|page| Bytes::from(page.to_string()));
            self.exchanges.lock().unwrap().push((at, request.reach));
            let response =
                page.map_or(OutboundResponse::of(404, Bytes::new()), |body| OutboundResponse::of(200, body));
            Box::pin(ready(Ok(response)))
        }
    }

    fn stub(pages: &[(&str, Json)]) -> Arc<Stub> {
        let pages = pages.iter().map(|(at, page)| ((*at).to_owned(), page.clone())).collect();
        Arc::new(Stub { pages, ..Stub::default() })
    }

    fn configured(issuer: &str, keys: &str) -> Json {
        json!({ "issuer": issuer, "jwks_uri": keys, "more": true })
    }

    const CONFIGURATION: &str = "https://issuer.example/.well-known/openid-configuration";

    fn sound() -> Arc<Stub> {
        stub(&[(CONFIGURATION, configured(ISSUER, KEYS)), (KEYS, json!({ "keys": [] }))])
    }

    fn published(stub: &Arc<Stub>, clock: &Clock, is_local: bool) -> PublishedKeys {
        PublishedKeys::new(Arc::<Stub>::clone(stub), clock.clone(), is_local)
    }

    async fn fault(stub: &Arc<Stub>, issuer: &str) -> String {
        let keys = published(stub, &Clock::system(), false);
        keys.of(issuer, false).await.expect_err("no keys").0
    }

    #[tokio::test]
    async fn keys_are_fetched_once_in_ten_minutes_and_anew_where_one_is_unknown() {
        let stub = sound();
        let clock = Clock::manual(Time::from_millis(0));
        let keys = published(&stub, &clock, false);
        let count = || stub.exchanges.lock().unwrap().len();
        for (pass, is_fresh, expected) in [
            (0, false, 2),
            (599, false, 2),
            (0, true, 4),
            (4, true, 4),
            (2, true, 6),
            (599, false, 6),
            (2, false, 8),
        ] {
            clock.advance(Duration::from_secs(pass));
            keys.of(ISSUER, is_fresh).await.unwrap();
            assert_eq!(count(), expected, "after {pass} s");
        }
        let places: Vec<_> = stub.exchanges.lock().unwrap().iter().map(|(_, reach)| *reach).collect();
        assert!(places.iter().all(|reach| *reach == Reach::Public), "nothing inside is asked");
    }

    #[tokio::test]
    async fn an_invalid_or_foreign_key_set_is_refused() {
        assert!(fault(&stub(&[]), ISSUER).await.contains("404"));
        let other = stub(&[(CONFIGURATION, configured("https://other.example", KEYS))]);
        assert!(fault(&other, ISSUER).await.contains("another issuer's"));
        let plain = stub(&[(CONFIGURATION, configured(ISSUER, "http://keys.example/all"))]);
        assert!(fault(&plain, ISSUER).await.contains("not https"));
        let none = stub(&[(CONFIGURATION, configured(ISSUER, KEYS)), (KEYS, json!([1]))]);
        assert!(fault(&none, ISSUER).await.contains("no key set"));
        assert!(fault(&stub(&[]), "issuer.example").await.contains("URL"));
        assert!(
            fault(&stub(&[(CONFIGURATION, json!({ "issuer": ISSUER }))]), ISSUER).await.contains("no openid")
        );
    }

    #[tokio::test]
    async fn keys_of_this_machine_may_be_fetched_without_tls() {
        let at = "http://127.0.0.1:9";
        let keys = "http://127.0.0.1:9/keys";
        let configuration = "http://127.0.0.1:9/.well-known/openid-configuration";
        let stub = stub(&[(configuration, configured(at, keys)), (keys, json!({ "keys": [] }))]);
        published(&stub, &Clock::system(), true).of(at, false).await.unwrap();
        assert!(fault(&stub, at).await.contains("not https"));
    }
}
