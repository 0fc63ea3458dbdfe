//! The address that serves the console.

use causeway_service::runtime::settings::ConsoleListener;

use super::Scratch;
use crate::config::console_place;

/// Returns the listener and the origin, or nothing without a console.
fn place(file: &str) -> Option<(ConsoleListener, String)> {
    let config = Scratch::new(file, &[]).load().unwrap();
    console_place(&config, &config.deployment).map(|place| (place.listener, place.origin))
}

#[test]
fn by_default_it_is_public_only_where_no_secret_of_production_comes_by() {
    let public = |port: u16| Some((ConsoleListener::Public, format!("http://localhost:{port}")));
    let admin = Some((ConsoleListener::Admin, "http://localhost:9090".to_owned()));
    assert_eq!(place(""), public(8080));
    assert_eq!(place("listen = \"[::1]:81\"\nadmin = \"127.0.0.1:9090\"\n"), public(81));
    for reachable in ["listen = \"0.0.0.0:8080\"\n", "behind_proxy = true\n", "development_mode = true\n"] {
        assert_eq!(place(reachable), None, "{reachable}");
        assert_eq!(place(&format!("{reachable}admin = \"127.0.0.1:9090\"\n")), admin, "{reachable}");
    }
}

#[test]
fn it_is_where_the_setting_puts_it() {
    let with_admin = |mode: &str| place(&format!("console = \"{mode}\"\nadmin = \"192.0.2.1:9090\"\n"));
    let admin = Some((ConsoleListener::Admin, "http://192.0.2.1:9090".to_owned()));
    assert_eq!(with_admin("public").map(|(listener, _)| listener), Some(ConsoleListener::Public));
    assert_eq!(with_admin("admin"), admin);
    assert_eq!(with_admin("off"), None);
    assert_eq!(place("console = \"admin\"\n"), None, "there is no admin address");
}
