//! Codes for adding cards to digital wallets (cards 12): from the platform's settings to the message.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_domain::cards::CardState;
use causeway_domain::ids::{CardId, CustomerId, PlatformId};
use causeway_service::card_codes::{CodeOutcome, CodeRequest, receive};
use causeway_service::operator::Kind;
use causeway_service::ports::MessageError;
use causeway_service::runtime::context::Context;
use causeway_service::runtime::keys::Secret;
use causeway_service::runtime::upkeep;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, alerts, card_codes, cards, customers, params};
use causeway_testing::wait;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::scene::{Scene, path};
use crate::harness::{CardNumber, Platform, Service, Setup, journey};
use crate::operator::acting::{act, expect_error, on, trail, with};
use crate::wallets::device::text;

/// Makes the simulated issuer of a platform request a code for a card, and returns the result.
async fn tokenize(service: &Service, platform: &Platform, card: &Value, how: Value) -> Value {
    let mut arguments = with(platform, how);
    arguments["card"] = card["id"].clone();
    let done = act(service, "card tokenize", arguments).await.json;
    platform.settled().await;
    done
}

/// Returns the messages of a platform, newest first.
async fn mailbox(service: &Service, platform: &Platform) -> Vec<Value> {
    act(service, "mailbox list", on(platform)).await.json.as_array().unwrap().clone()
}

/// Returns the code in a message, its only six digits, and has the log searched for it at the end.
fn code(service: &Service, message: &Value) -> String {
    let message_text = text(&message["text"]);
    let code =
        message_text.split(|c: char| !c.is_ascii_digit()).find(|word| word.len() == 6).expect("a code");
    service.must_not_log(code);
    code.to_owned()
}

/// Returns the subjects of the open alerts of a kind.
pub(super) async fn alerts_of(service: &Service, kind: &str) -> Vec<String> {
    let open: Result<_, Error> =
        service.app().store.read(|tx: &mut Tx<'_>| alerts::list(tx, false, 100)).await;
    let mut about: Vec<String> =
        open.unwrap().into_iter().filter(|alert| alert.kind == kind).map(|alert| alert.subject).collect();
    about.sort();
    about
}

/// Delivers a request for a code through the entry point of issuers.
async fn deliver(service: &Service, platform: PlatformId, card: &str, id: &str, code: &str) -> CodeOutcome {
    let card = card.parse::<CardId>().unwrap();
    let id = id.to_owned();
    let code = code.to_owned();
    let app = Arc::clone(service.app());
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let expires_at = context.now.plus(Duration::from_mins(10));
        let code = Secret::new(code.clone());
        receive(tx, &context, &CodeRequest { id: id.clone(), card, channel: None, code, expires_at })
    };
    service.app().store.write(&[], write).await.unwrap()
}

/// Returns `true` if the code of a request is still stored.
pub(super) async fn is_kept(service: &Service, platform: PlatformId, event: &str) -> bool {
    let event = event.to_owned();
    let read = move |tx: &mut Tx<'_>| card_codes::find(tx, platform, &event);
    let found: Result<_, Error> = service.app().store.read(read).await;
    found.unwrap().expect("the request").encrypted.is_some()
}

journey! {
    /// Checks messages from no setting to all settings: an absent one has its default.
    async fn cards_j30_codes_are_sent_as_the_settings_say(service) {
        let scene = Scene::new(service).await;
        let platform = scene.platform();
        let card = scene.card().await;
        assert_eq!(tokenize(service, platform, &card, json!({})).await["outcome"], "ACCEPTED");
        let [plain] = &mailbox(service, platform).await[..] else { panic!("one message") };
        let first = code(service, plain);
        assert_eq!(
            json!([plain["channel"], plain["recipient"], plain["subject"], plain["from_address"], plain["template"]]),
            json!(["EMAIL", "jane@example.com", "Your Test platform card verification code", null, null])
        );
        let message_text = format!(
            "Test platform\n\nUse this code to finish adding your card to your digital wallet.\n\n{first}\n"
        );
        assert_eq!(text(&plain["text"]), message_text);
        assert!(text(&plain["html"]).contains(&format!("<strong>{first}</strong>")), "{plain}");

        let configure = |change: Value| {
            platform.patch("/config").json(&json!({ "cardTokenization2faConfig": change })).send()
        };
        configure(json!({ "displayName": "Acme & <Co>" })).await.expect(200);
        tokenize(service, platform, &card, json!({})).await;
        let named = mailbox(service, platform).await.remove(0);
        assert_eq!(named["subject"], "Your Acme & <Co> card verification code");
        assert!(text(&named["html"]).contains(">Acme &amp; &lt;Co&gt;</h1>"), "{named}");

        let own = json!({ "fromAddress": "codes@acme.example", "fromName": "Acme", "bodyText": "<i>Yours:</i>" });
        configure(json!({ "email": own, "sms": { "templateSid": "HX1" } })).await.expect(200);
        tokenize(service, platform, &card, json!({ "channel": "EMAIL" })).await;
        let mail = mailbox(service, platform).await.remove(0);
        assert_eq!(json!([mail["from_address"], mail["from_name"], mail["subject"]]),
            json!(["codes@acme.example", "Acme", "Your Acme & <Co> card verification code"]));
        assert!(text(&mail["html"]).contains("&lt;i&gt;Yours:&lt;/i&gt;"), "{mail}");

        tokenize(service, platform, &card, json!({ "channel": "PHONE" })).await;
        let sms = mailbox(service, platform).await.remove(0);
        let third = code(service, &sms);
        let message_text = format!("Use this code to finish adding your card to your digital wallet. {third}");
        assert_eq!(
            json!([sms["channel"], sms["recipient"], sms["template"], sms["text"], sms["subject"], sms["html"]]),
            json!(["PHONE", "+14155550123", "HX1", message_text, null, null])
        );

        configure(json!({ "sms": { "bodyText": "Acme:" } })).await.expect(200);
        tokenize(service, platform, &card, json!({ "channel": "PHONE" })).await;
        let sms = mailbox(service, platform).await.remove(0);
        assert_eq!(text(&sms["text"]), format!("Acme: {}", code(service, &sms)));

        // A frozen card can be added too.
        scene.change(&card, json!({ "state": "FROZEN" })).await.expect(200);
        assert_eq!(tokenize(service, platform, &card, json!({})).await["outcome"], "ACCEPTED");

        // Pages of the mailbox, and the mailbox of another platform.
        let all = mailbox(service, platform).await;
        assert_eq!(all.len(), 6);
        let page = |before: &Value, limit: u32| with(platform, json!({ "before": before, "limit": limit }));
        let next = act(service, "mailbox list", page(&all[1]["message"], 3)).await.json;
        assert_eq!(next.as_array().unwrap()[..], all[2..5]);
        for limit in [0, 1_001] {
            expect_error(service, "mailbox list", with(platform, json!({ "limit": limit })), Kind::Invalid).await;
        }

        let stranger = service.platform_with(&["USD"]).await;
        assert_eq!(mailbox(service, &stranger).await, [json!(null); 0]);
        let other_mailbox = with(&stranger, json!({ "before": all[1]["message"] }));
        expect_error(service, "mailbox list", other_mailbox, Kind::NotFound).await;

        // The operators' trail does not show the code either.
        let trail = format!("{:?}", trail(service).await);
        assert!(!trail.contains(&first) && trail.contains("card tokenize"), "{trail}");
        assert_eq!(alerts_of(service, "MESSAGE_NOT_SENT").await, [""; 0]);
    }
}

journey! {
    async fn repeated_and_expired_issuer_codes_are_acknowledged(service) {
        let scene = Scene::new(service).await;
        let platform = scene.platform();
        let card = scene.card().await;
        let once = json!({ "event": "evt-1" });
        assert_eq!(tokenize(service, platform, &card, once.clone()).await["outcome"], "ACCEPTED");
        assert_eq!(tokenize(service, platform, &card, once.clone()).await["outcome"], "KNOWN");
        assert_eq!(mailbox(service, platform).await.len(), 1);
        assert!(!is_kept(service, platform.id, "evt-1").await, "a code that was sent is not stored any more");

        let expired_code = json!({ "event": "evt-2", "seconds": 0 });
        assert_eq!(tokenize(service, platform, &card, expired_code).await["outcome"], "EXPIRED");
        assert!(!is_kept(service, platform.id, "evt-2").await, "an expired code is not stored");

        // One of several concurrent copies is accepted.
        let named = text(&card["id"]);
        let copies = (0..4).map(|_| deliver(service, platform.id, named, "evt-3", "246810"));
        let taken = join_all(copies).await;
        assert_eq!(taken.iter().filter(|one| **one == CodeOutcome::Accepted).count(), 1, "{taken:?}");
        assert_eq!(taken.iter().filter(|one| **one == CodeOutcome::Known).count(), 3, "{taken:?}");
        platform.settled().await;
        assert_eq!(mailbox(service, platform).await.len(), 2);
        assert_eq!(alerts_of(service, "CARD_EVENT_REFUSED").await, [""; 0]);

        // A day later, neither the code nor the messages are left.
        let id = platform.id;
        let age = move |tx: &mut Tx<'_>| {
            let day = 86_400_001;
            tx.execute("UPDATE card_code SET stored_at = stored_at - $2 WHERE platform_id = $1", params![id, day])?;
            tx.execute("UPDATE sandbox_message SET stored_at = stored_at - $2 WHERE platform_id = $1", params![id, day])
        };
        service.app().store.write::<_, Error, _>(&[], age).await.unwrap();
        upkeep::prune(service.app()).await.unwrap();

        assert_eq!(mailbox(service, platform).await, [json!(null); 0]);
        let read = move |tx: &mut Tx<'_>| card_codes::find(tx, id, "evt-1");
        assert_eq!(service.app().store.read::<_, Error, _>(read).await.unwrap(), None);
    }
}

journey! {
    /// Checks requests for unknown cards, cards of another platform, cards without a number and closed cards:
    /// each is refused, and reported to an operator once.
    async fn requests_about_cards_that_are_none_are_refused(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let pending_card = scene.issue(&scene.named("001")).send().await.expect(201);
        let stranger = service.platform_with(&["USD"]).await;
        let unknown = json!({ "id": "Card:01890a5d-ac96-774b-bcce-b302099a8057" });
        scene.change(&card, json!({ "state": "CLOSED" })).await.expect(200);

        let tries = [
            ("e-1", scene.platform(), &unknown),
            ("e-2", &stranger, &card),
            ("e-3", scene.platform(), &pending_card),
            ("e-4", scene.platform(), &card),
        ];
        for (event, platform, card) in tries {
            let how = json!({ "event": event });
            assert_eq!(tokenize(service, platform, card, how.clone()).await["outcome"], "REFUSED", "{event}");
            assert_eq!(tokenize(service, platform, card, how).await["outcome"], "KNOWN", "{event}");
            assert!(!is_kept(service, platform.id, event).await);
        }
        assert_eq!(alerts_of(service, "CARD_EVENT_REFUSED").await, ["e-1", "e-2", "e-3", "e-4"]);

        let other = scene.card().await;
        assert_eq!(deliver(service, scene.platform().id, text(&other["id"]), "e-5", "<b>1</b>").await, CodeOutcome::Refused);
        assert_eq!(alerts_of(service, "CARD_EVENT_REFUSED").await.len(), 5);

        let nameless = with(scene.platform(), json!({ "card": other["id"], "event": "" }));
        expect_error(service, "card tokenize", nameless, Kind::Invalid).await;
        for platform in [scene.platform(), &stranger] {
            assert_eq!(mailbox(service, platform).await, [json!(null); 0]);
        }
    }
}

journey! {
    async fn a_cardholder_is_reached_by_mail_or_else_by_text_message(service) {
        let scene = Scene::new(service).await;
        let platform = scene.platform();
        let card = scene.card().await;
        let id = platform.id;
        let holder: CustomerId = text(scene.customer()).parse().unwrap();
        let without = async |mail: bool, phone: bool| {
            let write = move |tx: &mut Tx<'_>| {
                let mut found = customers::lock(tx, id, holder)?.expect("the customer");
                found.doc.email = mail.then(|| "jane@example.com".to_owned());
                found.doc.phone_number = phone.then(|| "+14155550123".to_owned());
                customers::update(tx, id, &found)
            };
            service.app().store.write::<_, Error, _>(&[], write).await.unwrap();
        };

        without(false, true).await;
        tokenize(service, platform, &card, json!({})).await;
        assert_eq!(mailbox(service, platform).await[0]["channel"], "PHONE");

        let wrong = tokenize(service, platform, &card, json!({ "channel": "EMAIL", "event": "by-mail" })).await;
        assert_eq!(wrong["outcome"], "ACCEPTED", "the message is acknowledged");
        assert_eq!(mailbox(service, platform).await.len(), 1, "and not sent elsewhere");
        assert_eq!(alerts_of(service, "MESSAGE_NOT_SENT").await, [text(&card["id"])]);

        without(false, false).await;
        let nowhere = tokenize(service, platform, &card, json!({ "event": "nowhere" })).await;
        assert_eq!(nowhere["outcome"], "ACCEPTED");
        assert_eq!(mailbox(service, platform).await.len(), 1);
        for event in ["by-mail", "nowhere"] {
            assert!(!is_kept(service, platform.id, event).await, "{event}");
        }

        upkeep::close_alerts(service.app()).await.unwrap();
        assert_eq!(alerts_of(service, "MESSAGE_NOT_SENT").await, [text(&card["id"])], "an alert is open if the customer cannot be reached");

        without(true, true).await;
        upkeep::close_alerts(service.app()).await.unwrap();
        assert_eq!(alerts_of(service, "MESSAGE_NOT_SENT").await, [""; 0]);
        tokenize(service, platform, &card, json!({})).await;
        assert_eq!(mailbox(service, platform).await[0]["channel"], "EMAIL");
    }
}

/// Sets up a customer of a production platform with a card, which was not issued by an issuer of this
/// program.
pub(super) async fn in_production(service: &Service) -> (Platform, String) {
    let scene = Scene::new(service).await;
    let like: CardId = text(&scene.card().await["id"]).parse().unwrap();
    let platform = service.platform(Environment::Production).await;
    let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Ada Byron", "email": "ada@example.com" });
    let holder = platform.post("/customers").json(&person).send().await.expect(201);

    let from = scene.platform().id;
    let to = platform.id;
    let app = Arc::clone(service.app());
    let customer: CustomerId = text(&holder["id"]).parse().unwrap();
    let write = move |tx: &mut Tx<'_>| {
        let mut card = cards::find(tx, from, like)?.expect("the card");
        assert_eq!(card.phase.state(), CardState::Active);
        card.id = app.ids.next(tx.wall());
        card.customer = customer;
        card.sources = Vec::new();
        cards::insert(tx, to, &card)?;
        Ok::<_, Error>(card.id.to_string())
    };
    let card = service.app().store.write(&[], write).await.unwrap();
    (platform, card)
}

journey! {
    /// Checks that no code of production is listed, and that a failed message is sent again with the settings
    /// of that time.
    async fn production_sends_codes_and_keeps_none(service) {
        let (platform, card) = in_production(service).await;

        service.mailbox.fail(Some(MessageError::Failed));
        assert_eq!(deliver(service, platform.id, &card, "p-1", "975310").await, CodeOutcome::Accepted);
        let failed = || async {
            let about = alerts_of(service, "MESSAGE_NOT_SENT").await;
            if about == [format!("{} EMAIL", platform.id)] { Ok(()) } else { Err(format!("{about:?}")) }
        };
        wait::until("an operator is notified", wait::PATIENCE, failed).await;
        assert!(is_kept(service, platform.id, "p-1").await, "a code that has not been sent is stored");

        let name = json!({ "cardTokenization2faConfig": { "displayName": "Acme" } });
        platform.patch("/config").json(&name).send().await.expect(200);
        service.mailbox.fail(None);
        let sent = || async {
            let is_kept = is_kept(service, platform.id, "p-1").await;
            if is_kept { Err("not yet".to_owned()) } else { Ok(()) }
        };
        wait::until("the code is sent", wait::PATIENCE, sent).await;
        assert_eq!(alerts_of(service, "MESSAGE_NOT_SENT").await, [""; 0], "the alert is closed");

        let [message] = &service.mailbox.sent()[..] else { panic!("one message") };
        assert_eq!((message.recipient.as_str(), message.subject.as_str()),
            ("ada@example.com", "Your Acme card verification code"));
        assert!(message.text.contains("975310") && message.style.html.is_some());
        service.must_not_log("975310");

        expect_error(service, "mailbox list", on(&platform), Kind::Invalid).await;
        expect_error(service, "card tokenize", with(&platform, json!({ "card": card })), Kind::Invalid).await;
        let kept = |tx: &mut Tx<'_>| tx.query("SELECT message_id FROM sandbox_message /* all platforms */", &[], |_| Ok(()));
        assert_eq!(service.app().store.read::<_, Error, _>(kept).await.unwrap().len(), 0);
    }
}

/// A code of letters, which is found wherever it is written: six digits appear everywhere by chance.
const CODE: &str = "ZQ83KD7VX2WM";

/// Checks that sent, waiting and refused codes are stored nowhere in plain text, and that a planted one is
/// found.
async fn no_code_is_kept(setup: Setup) {
    let service = Service::start(setup).await;
    let (production, card) = in_production(&service).await;
    let scene = Scene::new(&service).await;
    let own = scene.card().await;

    service.must_not_store(CardNumber::like(CODE));
    service.mailbox.fail(Some(MessageError::NotAvailable));
    assert_eq!(deliver(&service, production.id, &card, "waits", CODE).await, CodeOutcome::Accepted);
    assert_eq!(
        deliver(&service, scene.platform().id, text(&own["id"]), "sent", CODE).await,
        CodeOutcome::Accepted
    );
    assert_eq!(deliver(&service, scene.platform().id, &card, "refused", CODE).await, CodeOutcome::Refused);

    scene.platform().settled().await;
    assert!(text(&mailbox(&service, scene.platform()).await[0]["text"]).contains(CODE));
    assert!(is_kept(&service, production.id, "waits").await);
    assert_eq!(service.places_with_card_numbers().await, [""; 0]);

    let plant = move |tx: &mut Tx<'_>| {
        let alert = causeway_domain::Ids::system().next(tx.wall());
        alerts::raise(tx, None, alert, AlertKind::IntegrityFault, "a code", &json!({ "what": CODE }))
    };
    service.app().store.write::<_, Error, _>(&[], plant).await.unwrap();
    let found = service.places_with_card_numbers().await;
    assert!(found.contains(&"alert.doc".to_owned()) && found.contains(&"copy".to_owned()), "{found:?}");
    scene.platform().get(&path(&own)).send().await.expect(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_code_is_kept_on_sqlite() {
    no_code_is_kept(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_code_is_kept_on_postgres() {
    no_code_is_kept(Setup::Postgres).await;
}
