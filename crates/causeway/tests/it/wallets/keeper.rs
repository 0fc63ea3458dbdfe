//! The keeper of the keys does not believe the process that asks it either (decision 0051).

use std::time::Duration;

use causeway_domain::Clock;
use causeway_domain::ids::SessionId;
use causeway_service::ports::wallet_keys::{
    Authority, ContactChangeRequest, Identity, KeysError, SessionClaims, WalletExportRequest, certify,
};
use causeway_store::Error;
use causeway_store::wallets::sessions;
use serde_json::{Value, json};

use super::device::{Device, Holder, text};
use super::forged::{certificate_of, dated, foreign_key, id_of};
use super::forged_holders::credential_of;
use crate::harness::{Service, Setup};

/// The wallet of a holder, as its certificates say.
struct Certified {
    holder: Holder,
    wallet: String,
    credential: String,
    session: Value,
    /// The certificate of the session.
    signs: String,
    device: Device,
}

impl Certified {
    async fn of(service: &Service, holder: Holder) -> Self {
        let (session, device) = holder.login().await;
        let signs = certificate_of_session(service, &holder, &session).await;
        let wallet = certificate_of(service, holder.platform.id, &holder.wallet).await;
        let credential = credential_of(service, &holder).await.certificate.expect("a certificate");
        Self { holder, wallet, credential, session, signs, device }
    }
}

async fn certificate_of_session(service: &Service, holder: &Holder, session: &Value) -> String {
    let (platform, id): (_, SessionId) = (holder.platform.id, id_of(session));
    let found = service.app().store.read(move |tx| sessions::find(tx, platform, id)).await;
    found.map_err(|error: Error| error).unwrap().expect("a session").certificate
}

/// What the keeper is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Export,
    Contact,
}

/// A request to the keeper, as its user wants it.
struct Asked {
    authority: Authority,
    /// Whether it is for another device or contact than was signed.
    is_another: bool,
    /// The credentials that are to have another contact, each behind its wallet.
    credentials: Vec<(String, String)>,
}

/// Who asks, somebody else, and a session of the first one's that was revoked, with its device.
struct Scene {
    mine: Certified,
    other: Certified,
    revoked: (String, Device),
    taker: Device,
}

impl Scene {
    async fn set(service: &Service) -> Self {
        let mine = Certified::of(service, Holder::of(service).await).await;
        let other = Holder::on(&mine.holder.platform, "other@example.com").await;
        let other = Certified::of(service, other).await;
        let (session, device) = mine.holder.login().await;
        let revoked = certificate_of_session(service, &mine.holder, &session).await;
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        mine.holder.signed(&device, || mine.holder.platform.delete(&path)).await.expect(204);
        Self { mine, other, revoked: (revoked, device), taker: Device::new() }
    }

    /// What the service has drawn up to be signed.
    async fn payload(&self, wanted: Wanted) -> Value {
        let Holder { platform, customer, wallet, .. } = &self.mine.holder;
        let request = match wanted {
            Wanted::Export => platform
                .post(&format!("/internal-accounts/{wallet}/export"))
                .json(&json!({ "clientPublicKey": self.taker.uncompressed() })),
            Wanted::Contact => platform
                .patch(&format!("/customers/{}", text(&customer["id"])))
                .json(&json!({ "customerType": "INDIVIDUAL", "email": "new@example.com" })),
        };
        request.send().await.expect(202)["payloadToSign"].take()
    }

    fn asked(&self, payload: &Value) -> Asked {
        let authority = Authority {
            session: Some(self.mine.signs.clone()),
            payload: text(payload).to_owned(),
            stamp: self.mine.device.stamp(payload),
            now: Clock::system().now(),
        };
        let credentials = vec![(self.mine.wallet.clone(), self.mine.credential.clone())];
        Asked { authority, is_another: false, credentials }
    }

    async fn ask(&self, service: &Service, wanted: Wanted, asked: Asked) -> Result<(), KeysError> {
        let Asked { authority, is_another, credentials } = asked;
        let (wallet, keeper) = (self.mine.wallet.clone(), &service.app().wallet_keys);
        match wanted {
            Wanted::Export => {
                let taker = if is_another { &Device::new() } else { &self.taker };
                let client_public_key = taker.uncompressed();
                let export =
                    WalletExportRequest { wallet, client_public_key, is_signed_in_sandbox: false, authority };
                keeper.export(export).await.map(drop)
            }
            Wanted::Contact => {
                let address = if is_another { "mallory@example.com" } else { "new@example.com" };
                let identity = Identity::EmailOtp { address: address.to_owned() };
                let change = ContactChangeRequest { wallet, credentials, identity, authority };
                keeper.change_contact(change).await.map(drop)
            }
        }
    }
}

/// What is wrong with a request.
type Wrong = (&'static str, fn(&Scene, &mut Asked));

const WRONGS: [Wrong; 7] = [
    ("a session without a certificate", |scene, asked| {
        let own = Device::new();
        let claims = SessionClaims {
            account: scene.mine.holder.wallet.parse().unwrap(),
            credential: scene.mine.holder.credential.parse().unwrap(),
            session: id_of(&scene.mine.session),
            keys: vec![own.compressed()],
            expires_at: asked.authority.now.plus(Duration::from_mins(15)),
        };
        asked.authority.session = certify(&claims, &foreign_key());
        asked.authority.stamp = own.stamp(&json!(asked.authority.payload));
    }),
    ("a session of another wallet", |scene, asked| {
        asked.authority.session = Some(scene.other.signs.clone());
        asked.authority.stamp = scene.other.device.stamp(&json!(asked.authority.payload));
    }),
    ("a session that was revoked", |scene, asked| {
        let (session, device) = &scene.revoked;
        asked.authority.session = Some(session.clone());
        asked.authority.stamp = device.stamp(&json!(asked.authority.payload));
    }),
    ("a session that has ended", |scene, asked| {
        let later = Duration::from_secs(901);
        let payload = dated(&json!(asked.authority.payload), later);
        asked.authority.now = asked.authority.now.plus(later);
        asked.authority.stamp = scene.mine.device.stamp(&payload);
        asked.authority.payload = text(&payload).to_owned();
    }),
    ("a stamp over another payload", |scene, asked| {
        asked.authority.stamp = scene.mine.device.stamp(&json!("another payload"));
    }),
    ("what was signed for something else", |_, asked| {
        asked.is_another = true;
    }),
    ("what was signed long ago", |_, asked| {
        asked.authority.now = asked.authority.now.plus(Duration::from_mins(7));
    }),
];

/// What can be wrong with a contact change alone.
const OF_CONTACT: [Wrong; 1] = [("the credentials of another", |scene, asked| {
    asked.credentials.push((scene.other.wallet.clone(), scene.other.credential.clone()));
})];

/// No row is read, so it is the same on each engine.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keeper_refuses_what_is_wrong() {
    let service = Service::start(Setup::Sqlite).await;
    let scene = Scene::set(&service).await;
    for wanted in [Wanted::Export, Wanted::Contact] {
        let payload = scene.payload(wanted).await;
        assert_eq!(scene.ask(&service, wanted, scene.asked(&payload)).await, Ok(()), "{wanted:?}");
        let of_contact = OF_CONTACT.iter().filter(|_| wanted == Wanted::Contact);
        for (what, twist) in WRONGS.iter().chain(of_contact) {
            let mut asked = scene.asked(&payload);
            twist(&scene, &mut asked);
            let answer = scene.ask(&service, wanted, asked).await;
            let is_refused = matches!(answer, Err(KeysError::NotCertified | KeysError::NotAuthorized));
            assert!(is_refused, "{wanted:?} with {what}: {answer:?}");
        }
    }
}
