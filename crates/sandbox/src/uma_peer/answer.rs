//! The endpoints of a simulated provider (uma 2).

use causeway_domain::Time;
use causeway_service::ports::{PeerMessage, PeerReply};
use causeway_uma::ConfigurationDocument;

use super::host::SimulatedHost;
use super::reply::reply;
use super::{discovery, keys, pay_request};

/// Answers a message: always in the same way at the same time. `now` is wall time.
pub(crate) fn answer(peer: &SimulatedHost, message: &PeerMessage<'_>, now: Time) -> PeerReply {
    let now = now.millis().div_euclid(1_000);
    let segments: Vec<&str> = message.path.split('/').skip(1).collect();
    let answered = match (message.method, segments.as_slice()) {
        ("GET", [".well-known", "lnurlpubkey"]) => keys::answer(peer, now),
        ("GET", [".well-known", "uma-configuration"]) => {
            Some(reply(200, ConfigurationDocument::new("Sandbox").to_json()))
        }
        ("GET", [".well-known", "lnurlp", user]) => discovery::answer(peer, user, message.query, now),
        ("POST", ["uma", "payreq", user]) => pay_request::answer(peer, user, message.body, now),
        _ => Some(reply(404, String::new())),
    };
    answered.unwrap_or_else(|| reply(500, String::new()))
}

#[cfg(test)]
mod tests {
    use causeway_uma::addresses::{Host, Identifier};
    use causeway_uma::certificates::PublicKeyResponse;
    use causeway_uma::discovery::{DiscoveryRequest, DiscoveryResponse};
    use causeway_uma::keys::PrivateKey;
    use causeway_uma::signing::Nonce;

    use super::*;

    const NOW: Time = Time::from_millis(1_760_000_000_000);
    const SECONDS: i64 = 1_760_000_000;

    fn get(peer: &SimulatedHost, path: &str, query: &str) -> PeerReply {
        let message = PeerMessage { method: "GET", host: peer.host.as_str(), path, query, body: b"" };
        answer(peer, &message, NOW)
    }

    /// Returns the provider's answer about a customer, and its published keys.
    fn discover(host: &str, nonce: &str) -> (DiscoveryResponse, PublicKeyResponse) {
        let peer = SimulatedHost::find(host, &["a.test".to_owned()]).unwrap();
        let key = PrivateKey::from_bytes(&[1; 32]).unwrap();
        let receiver = Identifier::parse(&format!("$success.eur@{host}")).unwrap();
        let sender = Host::parse("p1.test").unwrap();
        let nonce = Nonce::parse(nonce).unwrap();
        let url = DiscoveryRequest::sign(&key, receiver, sender, nonce, SECONDS).to_url();
        let (path, query) = url.split_once('?').unwrap();
        let path = path.strip_prefix(&format!("https://{host}")).unwrap();
        let answered = get(&peer, path, query);
        assert_eq!(answered.status, 200);
        let keys = get(&peer, "/.well-known/lnurlpubkey", "");
        let answered = DiscoveryResponse::parse(answered.body.as_bytes()).unwrap();
        (answered, PublicKeyResponse::parse(keys.body.as_bytes()).unwrap())
    }

    #[test]
    fn answers_verify_with_the_published_keys() {
        let (first, keys) = discover("a.test", "7");
        let key = keys.signing_key(SECONDS).unwrap();
        assert!(first.compliance.verify(&key).is_ok());
        assert_eq!(first.currencies.len(), 1);
        let (second, _) = discover("a.test", "8");
        assert_ne!(first.compliance.signature.nonce, second.compliance.signature.nonce);

        let (forged, keys) = discover("signature.a.test", "7");
        assert!(forged.compliance.verify(&keys.signing_key(SECONDS).unwrap()).is_err());
        let (_, keys) = discover("expired.a.test", "7");
        assert!(keys.signing_key(SECONDS).is_err());
        let (first, _) = discover("replay.a.test", "7");
        let (second, _) = discover("replay.a.test", "8");
        assert_eq!(first.compliance.signature.nonce, second.compliance.signature.nonce);
    }

    #[test]
    fn nothing_is_at_other_paths() {
        let peer = SimulatedHost::find("a.test", &["a.test".to_owned()]).unwrap();
        for path in ["", "/", "/.well-known/lnurlp", "/uma/payreq/success.eur"] {
            assert_eq!(get(&peer, path, "").status, 404, "{path}");
        }
    }
}
