//! Production platforms and plain HTTP.

use super::process::{Folder, Server, command, output_of, refused, utf8};

#[test]
fn a_production_platform_is_not_served_over_plain_http() {
    let folder = Folder::new();
    let data = folder.data();
    let create =
        ["platform", "create", "--environment", "production", "--name", "Live", "--data", utf8(&data)];
    let mut server = folder.start();
    let (code, complaint) = refused(&mut command(&create));
    assert_eq!(code, 4);
    assert!(complaint.contains("--behind-proxy"), "{complaint}");
    server.stop();

    output_of(&create);
    let (code, complaint) = refused(&mut folder.serve());
    assert_eq!(code, 1);
    assert!(complaint.contains("Live") && complaint.contains("--behind-proxy"), "{complaint}");

    let mut behind_proxy = folder.serve();
    behind_proxy.arg("--behind-proxy");
    Server::start(behind_proxy).stop();
    let mut on_one_machine = folder.serve();
    on_one_machine.env("SVC_DEVELOPMENT_MODE", "on");
    Server::start(on_one_machine).stop();

    output_of(&["platform", "disable", "--platform", "Live", "--data", utf8(&data)]);
    folder.start().stop();
}

#[test]
fn plain_http_on_the_network_is_in_the_log() {
    for (listen, options, is_warned) in [
        ("127.0.0.1:0", &[][..], false),
        ("0.0.0.0:0", &[], true),
        ("0.0.0.0:0", &["--behind-proxy"], false),
        ("127.0.0.1:0", &["--admin", "0.0.0.0:0"], true),
    ] {
        let folder = Folder::new();
        let mut serve = folder.serve();
        serve.env("SVC_LISTEN", listen).args(options);
        let mut server = Server::start(serve);
        server.stop();
        let log = server.log();
        let has_warning =
            log.lines().any(|line| line.contains("WARN") && line.contains("plain HTTP is served"));
        assert_eq!(has_warning, is_warned, "{listen} {options:?}: {log}");
    }
}
