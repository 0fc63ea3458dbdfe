//! The gateway for text messages.

use super::signed_service::SignedServiceSettings;

pub(super) const TEXT_GATEWAY: SignedServiceSettings = SignedServiceSettings {
    url: "text_messages_url",
    secret: "text_messages_secret",
    previous_secret: "text_messages_secret_previous",
    private_hosts_allowed: "text_messages_private_hosts_allowed",
    service: "a gateway",
};
