use causeway_domain::ids::Id;
use serde_json::{Value, json};

use super::*;

fn rendered(channel: ContactChannel, config: Value) -> Message {
    let to = Addressee {
        id: Uuid::nil(),
        platform: PlatformId::from_uuid(Uuid::nil()),
        platform_name: "Pay & Co",
        channel,
        recipient: "there".to_owned(),
        expires_at: Time::from_millis(0),
    };
    message(to, &serde_json::from_value(config).unwrap(), "481516")
}

fn mail(config: Value) -> (Message, String) {
    let message = rendered(ContactChannel::Email, config);
    let html = message.style.html.clone().expect("mail has a page");
    (message, html)
}

#[test]
fn a_platform_that_has_set_nothing_has_its_name_in_the_mail() {
    let (message, html) = mail(json!({}));
    assert_eq!(message.subject, "Your Pay & Co card verification code");
    assert_eq!(
        message.text,
        "Pay & Co\n\nUse this code to finish adding your card to your digital wallet.\n\n481516\n"
    );
    assert!(html.contains("<title>Your Pay &amp; Co card verification code</title>"), "{html}");
    assert!(html.contains(">Pay &amp; Co</h1>") && html.contains("<strong>481516</strong>"), "{html}");
    assert!(!html.contains("<img"), "{html}");
    let style = &message.style;
    assert_eq!((&style.from_address, &style.from_name, &style.reply_to), (&None, &None, &None));
    assert!(style.template.is_none());
}

#[test]
fn each_setting_replaces_only_its_own_default() {
    let (message, html) = mail(json!({ "displayName": "Acme" }));
    assert_eq!(message.subject, "Your Acme card verification code");
    assert!(message.text.starts_with("Acme\n\nUse this code"), "{}", message.text);
    assert!(html.contains(">Acme</h1>"), "{html}");
    let (message, _) = mail(json!({ "displayName": "Acme", "email": { "subject": "Code" } }));
    assert_eq!(message.subject, "Code");
    assert!(message.text.starts_with("Acme\n\nUse this code"), "{}", message.text);
    let (message, html) = mail(json!({
        "logoUrl": "https://acme.example/logo.png?a=1&b=2",
        "email": { "bodyText": "Type it in.", "fromAddress": "codes@acme.example", "fromName": "Acme",
            "replyToAddress": "help@acme.example" },
        "sms": { "bodyText": "Of text messages alone." },
    }));
    assert_eq!(message.subject, "Your Pay & Co card verification code");
    assert_eq!(message.text, "Pay & Co\n\nType it in.\n\n481516\n");
    assert!(
        html.contains("src=\"https://acme.example/logo.png?a=1&amp;b=2\" alt=\"Pay &amp; Co\""),
        "{html}"
    );
    let style = message.style;
    let sender = [style.from_address, style.from_name, style.reply_to].map(Option::unwrap);
    assert_eq!(sender, ["codes@acme.example", "Acme", "help@acme.example"]);
}

#[test]
fn settings_are_plain_text_without_placeholders() {
    let (message, html) = mail(json!({
        "displayName": "<b>A</b>",
        "logoUrl": "https://a.example/\"onerror='x'",
        "email": { "subject": "</title><script>", "bodyText": "<img src=x> & {code} {{code}} %s $code\nsecond line" },
    }));
    assert_eq!(message.subject, "</title><script>", "a subject is no page");
    assert!(message.text.contains("<img src=x> & {code} {{code}} %s $code\nsecond line"), "{}", message.text);
    for tag in ["<b>", "<script", "<img src=x", "\"onerror", "'x'"] {
        assert!(!html.contains(tag), "{tag} in {html}");
    }
    let body = "&lt;img src=x&gt; &amp; {code} {{code}} %s $code\nsecond line</p>";
    assert!(html.contains(body), "{html}");
    assert!(html.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"), "{html}");
    assert_eq!(html.matches("481516").count(), 1, "the service places the code");
}

#[test]
fn text_messages_are_a_sentence_and_the_code() {
    let plain =
        rendered(ContactChannel::Phone, json!({ "displayName": "Acme", "email": { "bodyText": "Mail." } }));
    assert_eq!(plain.text, "Use this code to finish adding your card to your digital wallet. 481516");
    assert!(plain.style.html.is_none() && plain.style.template.is_none());
    let own = rendered(ContactChannel::Phone, json!({ "sms": { "bodyText": "<Acme> code:" } }));
    assert_eq!(own.text, "<Acme> code: 481516");
    let config =
        json!({ "sms": { "templateSid": "HX123", "bodyText": "Acme:" }, "logoUrl": "https://a.example" });
    let templated = rendered(ContactChannel::Phone, config);
    let template = templated.style.template.unwrap();
    assert_eq!((template.sid.as_str(), template.code.as_str()), ("HX123", "481516"));
    assert_eq!(templated.text, "Acme: 481516", "for a gateway that does not have the template");
}
