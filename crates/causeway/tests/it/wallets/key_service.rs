//! The key service does not trust the process that calls it either (decision 0051).

use std::time::Duration;

use causeway_domain::Clock;
use causeway_domain::ids::SessionId;
use causeway_service::ports::wallet_keys::{
    Authority, ContactChangeRequest, Identity, KeysError, SessionClaims, WalletExportRequest, certify,
};
use causeway_store::Error;
use causeway_store::wallets::sessions;
use serde_json::{Value, json};

use super::device::{Device, Holder, Login, text};
use super::forged::{certificate_of, dated, foreign_key, id_of};
use super::forged_holders::credential_of;
use crate::harness::{Service, Setup};

/// A holder's wallet with its certificates.
struct CertifiedWallet {
    holder: Holder,
    wallet: String,
    credential: String,
    session: Value,
    /// Certificate of the session.
    signs: String,
    device: Device,
}

impl CertifiedWallet {
    async fn of(service: &Service, holder: Holder) -> Self {
        let Login { session, device } = holder.login().await;
        let signs = certificate_of_session(service, &holder, &session).await;
        let wallet = certificate_of(service, holder.platform.id, &holder.wallet).await;
        let credential = credential_of(service, &holder).await.certificate.expect("a certificate");
        Self { holder, wallet, credential, session, signs, device }
    }
}

async fn certificate_of_session(service: &Service, holder: &Holder, session: &Value) -> String {
    let platform = holder.platform.id;
    let id: SessionId = id_of(session);
    let found = service.app().store.read(move |tx| sessions::find(tx, platform, id)).await;
    found.map_err(|error: Error| error).unwrap().expect("a session").certificate
}

/// The operation that the key service is called for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyOperation {
    Export,
    Contact,
}

/// A call of the key service.
struct KeyServiceCall {
    authority: Authority,
    /// `true` if it is for another device or contact than was signed.
    is_another: bool,
    /// Credentials that get the new contact, each behind its wallet.
    credentials: Vec<(String, String)>,
}

/// A holder, another one, and a revoked session of the first one with its device.
struct Scene {
    mine: CertifiedWallet,
    other: CertifiedWallet,
    revoked: (String, Device),
    taker: Device,
}

impl Scene {
    async fn new(service: &Service) -> Self {
        let mine = CertifiedWallet::of(service, Holder::of(service).await).await;
        let other = Holder::on(&mine.holder.platform, "other@example.com").await;
        let other = CertifiedWallet::of(service, other).await;
        let Login { session, device } = mine.holder.login().await;
        let revoked = certificate_of_session(service, &mine.holder, &session).await;
        let path = format!("/auth/sessions/{}", text(&session["id"]));
        mine.holder.signed(&device, || mine.holder.platform.delete(&path)).await.expect(204);
        Self { mine, other, revoked: (revoked, device), taker: Device::new() }
    }

    /// Returns the payload that the service gives the user to sign.
    async fn payload(&self, operation: KeyOperation) -> Value {
        let Holder { platform, customer, wallet, .. } = &self.mine.holder;
        let request = match operation {
            KeyOperation::Export => platform
                .post(&format!("/internal-accounts/{wallet}/export"))
                .json(&json!({ "clientPublicKey": self.taker.uncompressed() })),
            KeyOperation::Contact => platform
                .patch(&format!("/customers/{}", text(&customer["id"])))
                .json(&json!({ "customerType": "INDIVIDUAL", "email": "new@example.com" })),
        };
        request.send().await.expect(202)["payloadToSign"].take()
    }

    fn call(&self, payload: &Value) -> KeyServiceCall {
        let authority = Authority {
            session: Some(self.mine.signs.clone()),
            payload: text(payload).to_owned(),
            stamp: self.mine.device.stamp(payload),
            now: Clock::system().now(),
        };
        let credentials = vec![(self.mine.wallet.clone(), self.mine.credential.clone())];
        KeyServiceCall { authority, is_another: false, credentials }
    }

    async fn send(
        &self,
        service: &Service,
        operation: KeyOperation,
        call: KeyServiceCall,
    ) -> Result<(), KeysError> {
        let KeyServiceCall { authority, is_another, credentials } = call;
        let wallet = self.mine.wallet.clone();
        let keys = &service.app().wallet_keys;
        match operation {
            KeyOperation::Export => {
                let taker = if is_another { &Device::new() } else { &self.taker };
                let client_public_key = taker.uncompressed();
                let export =
                    WalletExportRequest { wallet, client_public_key, is_signed_in_sandbox: false, authority };
                keys.export(export).await.map(drop)
            }
            KeyOperation::Contact => {
                let address = if is_another { "mallory@example.com" } else { "new@example.com" };
                let identity = Identity::EmailOtp { address: address.to_owned() };
                let change = ContactChangeRequest { wallet, credentials, identity, authority };
                keys.change_contact(change).await.map(drop)
            }
        }
    }
}

/// A defect of a call.
struct Defect {
    name: &'static str,
    /// Gives a call the defect.
    apply: fn(&Scene, &mut KeyServiceCall),
}

impl Defect {
    const fn new(name: &'static str, apply: fn(&Scene, &mut KeyServiceCall)) -> Self {
        Self { name, apply }
    }
}

const DEFECTS: [Defect; 7] = [
    Defect::new("a session without a certificate", |scene, call| {
        let own = Device::new();
        let claims = SessionClaims {
            account: scene.mine.holder.wallet.parse().unwrap(),
            credential: scene.mine.holder.credential.parse().unwrap(),
            session: id_of(&scene.mine.session),
            keys: vec![own.compressed()],
            expires_at: call.authority.now.plus(Duration::from_mins(15)),
        };
        call.authority.session = certify(&claims, &foreign_key());
        call.authority.stamp = own.stamp(&json!(call.authority.payload));
    }),
    Defect::new("a session of another wallet", |scene, call| {
        call.authority.session = Some(scene.other.signs.clone());
        call.authority.stamp = scene.other.device.stamp(&json!(call.authority.payload));
    }),
    Defect::new("a session that was revoked", |scene, call| {
        let (session, device) = &scene.revoked;
        call.authority.session = Some(session.clone());
        call.authority.stamp = device.stamp(&json!(call.authority.payload));
    }),
    Defect::new("a session that has ended", |scene, call| {
        let later = Duration::from_secs(901);
        let payload = dated(&json!(call.authority.payload), later);
        call.authority.now = call.authority.now.plus(later);
        call.authority.stamp = scene.mine.device.stamp(&payload);
        call.authority.payload = text(&payload).to_owned();
    }),
    Defect::new("a stamp over another payload", |scene, call| {
        call.authority.stamp = scene.mine.device.stamp(&json!("another payload"));
    }),
    Defect::new("what was signed for something else", |_, call| {
        call.is_another = true;
    }),
    Defect::new("what was signed long ago", |_, call| {
        call.authority.now = call.authority.now.plus(Duration::from_mins(7));
    }),
];

/// Defects that only a contact change can have.
const OF_CONTACT: [Defect; 1] = [Defect::new("the credentials of another", |scene, call| {
    call.credentials.push((scene.other.wallet.clone(), scene.other.credential.clone()));
})];

/// Makes calls with each defect. No row is read, so one engine is enough.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_key_service_refuses_defective_calls() {
    let service = Service::start(Setup::Sqlite).await;
    let scene = Scene::new(&service).await;
    for operation in [KeyOperation::Export, KeyOperation::Contact] {
        let payload = scene.payload(operation).await;
        assert_eq!(scene.send(&service, operation, scene.call(&payload)).await, Ok(()), "{operation:?}");
        let of_contact = OF_CONTACT.iter().filter(|_| operation == KeyOperation::Contact);
        for defect in DEFECTS.iter().chain(of_contact) {
            let mut call = scene.call(&payload);
            (defect.apply)(&scene, &mut call);
            let answer = scene.send(&service, operation, call).await;
            let is_refused = matches!(answer, Err(KeysError::NotCertified | KeysError::NotAuthorized));
            assert!(is_refused, "{operation:?} with {}: {answer:?}", defect.name);
        }
    }
}
