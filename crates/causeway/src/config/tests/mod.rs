//! Tests of the configuration of a process.

mod console;
mod secret_files;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use causeway_store::migrations::StartPolicy;

use super::*;

const NO_FLAGS: ServeFlags =
    ServeFlags { listen: None, admin: None, behind_proxy: false, log_format: None, log_level: None };

struct Scratch {
    folder: tempfile::TempDir,
    variables: Vec<(String, String)>,
    flags: ServeFlags,
}

impl Scratch {
    fn new(file: &str, variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("causeway.toml");
        fs::write(&path, file).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Self { folder, variables: variables.iter().map(own).collect(), flags: NO_FLAGS }
    }

    fn load(&self) -> Result<Config, ConfigError> {
        let location =
            LocationFlags { data: Some(self.folder.path().to_owned()), ..LocationFlags::default() };
        Config::load(Layers::new(&location, &self.flags, self.variables.iter().cloned())?)
    }

    fn problems(&self) -> Vec<String> {
        self.load().unwrap_err().0.iter().map(ToString::to_string).collect()
    }
}

fn origin(config: &Config, name: &str) -> String {
    config.effective.iter().find(|one| one.name == name).unwrap().origin.to_string()
}

#[test]
fn precedence_is_flag_environment_file_default() {
    let file = "listen = \"127.0.0.1:1\"\nadmin = \"127.0.0.1:3\"\nconnections_max = 7\n";
    let mut scratch = Scratch::new(file, &[("SVC_LISTEN", "127.0.0.1:2"), ("SVC_ADMIN", "127.0.0.1:4")]);
    scratch.flags.listen = Some("127.0.0.1:5".to_owned());
    let config = scratch.load().unwrap();
    assert_eq!(config.listen.port(), 5);
    assert_eq!(config.admin.unwrap().port(), 4);
    assert_eq!((config.limits.connections, config.limits.requests), (7, 512));
    assert_eq!(origin(&config, "listen"), "flag --listen");
    assert_eq!(origin(&config, "admin"), "environment SVC_ADMIN");
    assert!(origin(&config, "connections_max").ends_with("causeway.toml"));
    assert_eq!(origin(&config, "requests_max"), "default");
}

#[test]
fn a_process_is_local_if_all_its_addresses_are_loopback() {
    for (listen, admin, is_local) in [
        ("127.0.0.1:1", None, true),
        ("127.9.9.9:1", Some("[::1]:2"), true),
        ("[::ffff:127.0.0.1]:1", None, true),
        ("0.0.0.0:1", None, false),
        ("[::]:1", None, false),
        ("192.0.2.1:1", Some("127.0.0.1:2"), false),
        ("127.0.0.1:1", Some("0.0.0.0:2"), false),
    ] {
        let admin = admin.map(|admin| ("SVC_ADMIN", admin));
        let variables: Vec<_> = admin.into_iter().chain([("SVC_LISTEN", listen)]).collect();
        assert_eq!(Scratch::new("", &variables).load().unwrap().deployment.is_local, is_local, "{listen}");
    }
    assert!(Scratch::new("", &[]).load().unwrap().deployment.is_local);
}

#[test]
fn a_process_behind_a_proxy_is_not_private() {
    let mut scratch = Scratch::new("", &[("SVC_LISTEN", "127.0.0.1:8080")]);
    assert!(!scratch.load().unwrap().deployment.is_behind_proxy);
    scratch.flags.behind_proxy = true;
    let deployment = scratch.load().unwrap().deployment;
    assert!(deployment.is_local && deployment.is_behind_proxy);
}

#[test]
fn a_misspelt_name_is_refused_with_the_right_one() {
    let scratch =
        Scratch::new("lissten = \"127.0.0.1:1\"\nzebra = 1\n", &[("SVC_RATE_LIMIT_PER_SECONDS", "5")]);
    let problems = scratch.problems();
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert!(problems[0].contains("lissten") && problems[0].ends_with("did you mean listen?"), "{problems:?}");
    assert!(problems[1].contains("no setting zebra") && problems[1].contains("config show"), "{problems:?}");
    assert!(problems[2].ends_with("did you mean rate_limit_per_second?"), "{problems:?}");
}

#[test]
fn foreign_and_empty_variables_are_ignored() {
    let config =
        Scratch::new("", &[("SVC_8443_TCP_PROTO", "tcp"), ("SVC_LISTEN", ""), ("PATH", "x")]).load().unwrap();
    assert_eq!(origin(&config, "listen"), "default");
}

#[test]
fn all_problems_are_reported_at_once() {
    let scratch = Scratch::new(
        "listen = 8080\ndata = \"x\"\nbootstrap_client_secret = \"s\"\n",
        &[("SVC_BEHIND_PROXY", "maybe"), ("SVC_DATABASE", "mysql://x"), ("SVC_BOOTSTRAP_CLIENT_ID", "me")],
    );
    let problems = scratch.problems().join("\n");
    for part in [
        "listen (file",
        "data (file",
        "bootstrap_client_secret (file",
        "SVC_BEHIND_PROXY): must be true",
        "postgres://",
    ] {
        assert!(problems.contains(part), "{part} is not in {problems}");
    }
    assert!(problems.contains("bootstrap_client_id is set without bootstrap_client_secret"), "{problems}");
}

#[test]
fn keys_of_another_form_are_reported_with_the_other_problems() {
    let variables = [("SVC_ROOT_KEY", "1:hush"), ("SVC_WALLET_KEYS", "hush"), ("SVC_JOBS_MAX", "x")];
    let problems = Scratch::new("", &variables).problems();
    assert_eq!(problems.len(), 3, "{problems:?}");
    for (problem, beginning) in problems.iter().zip([
        "root_key (environment SVC_ROOT_KEY): the root key is not of the form number:64-hex-digits",
        "wallet_keys (environment SVC_WALLET_KEYS): the wallet master keys must be a line SANDBOX:",
        "jobs_max (environment SVC_JOBS_MAX): must be",
    ]) {
        assert!(problem.starts_with(beginning) && !problem.contains("hush"), "{problems:?}");
    }
}

#[test]
fn an_address_is_refused_with_an_example() {
    for wrong in ["18500", "127.0.0.1", "127.0.0.1:99999", "localhost:18500"] {
        let mut scratch = Scratch::new("", &[]);
        scratch.flags.listen = Some(wrong.to_owned());
        let reason =
            "must be an IP address with a port, such as 127.0.0.1:8080; names of hosts are not accepted";
        assert_eq!(scratch.problems(), [format!("listen (flag --listen): {reason}")], "{wrong}");
    }
}

#[test]
fn settings_of_the_deployment_are_read_from_the_file_and_the_environment() {
    let file =
        "development_mode = true\nrate_limit_burst = 9\ncontact_verification_regions = [\"DE\", \"FR\"]\n";
    let config = Scratch::new(file, &[("SVC_RATE_LIMIT_PER_SECOND", "0")]).load().unwrap();
    assert!(config.deployment.development_mode);
    assert_eq!((config.deployment.rate_limit.per_second, config.deployment.rate_limit.burst), (0, 9));
    assert_eq!(config.deployment.pinned()["contact_verification_regions"], serde_json::json!(["DE", "FR"]));
    assert_eq!(origin(&config, "regulated"), "see `causeway setting list`");
    let problems = Scratch::new("rate_limit_burst = \"many\"\n", &[]).problems();
    assert!(problems[0].starts_with("rate_limit_burst (file"), "{problems:?}");
}

#[test]
fn settings_in_the_database_are_counted_in_one_line() {
    let config = Scratch::new("development_mode = true\n", &[]).load().unwrap();
    let stored = config.effective.iter().filter(|one| one.origin == ValueSource::Stored).count();
    assert!(stored > 10, "{stored}");
    let shown = EffectiveConfig::of(config).to_string();
    assert!(shown.lines().any(|line| line.starts_with("development_mode ")), "{shown}");
    assert_eq!(shown.matches("causeway setting list").count(), 1, "{shown}");
    let last = shown.lines().last().unwrap();
    assert!(last.contains(&stored.to_string()) && last.ends_with(": causeway setting list"), "{shown}");
}

#[test]
fn a_file_that_is_not_configured_is_shown_with_its_path() {
    let scratch = Scratch::new("", &[("SVC_ANCHOR_FILE", "/mnt/heads")]);
    let config = scratch.load().unwrap();
    assert!(config.root_key.is_none() && config.wallet_keys.is_none() && config.tombstone_file.is_none());
    let value = |name: &str| config.effective.iter().find(|one| one.name == name).unwrap().value.clone();
    for (name, file) in
        [("root_key", "root.key"), ("wallet_keys", "wallet.keys"), ("tombstone_file", "wallet-tombstones")]
    {
        assert_eq!(value(name), scratch.folder.path().join(file).display().to_string());
        assert_eq!(origin(&config, name), "default");
    }
    assert_eq!(
        (value("anchor_file"), config.anchor_file),
        ("/mnt/heads".to_owned(), Some("/mnt/heads".into()))
    );
}

#[test]
fn secrets_are_not_shown() {
    let variables = [
        ("SVC_DATABASE", "postgres://causeway:hush@db.example/causeway?password=hush"),
        ("SVC_ROOT_KEY", ROOT_KEY),
        ("SVC_WALLET_KEYS", WALLET_KEYS),
        ("SVC_BOOTSTRAP_CLIENT_ID", "me"),
        ("SVC_BOOTSTRAP_CLIENT_SECRET", "hush"),
    ];
    let config = Scratch::new("", &variables).load().unwrap();
    assert_eq!(config.root_key.as_ref().unwrap().expose(), ROOT_KEY);
    let debugged = format!("{config:?}");
    let effective = EffectiveConfig::of(config);
    let printed = format!("{effective} {} {debugged}", serde_json::to_string(&effective).unwrap());
    for secret in ["hush", HUSH, ROOT_KEY, WALLET_KEYS] {
        assert!(!printed.contains(secret), "{printed}");
    }
    assert!(printed.contains("postgres://causeway:…@db.example/causeway?…"), "{printed}");
    // A password may contain the reserved characters of a URL unescaped.
    let odd =
        Scratch::new("", &[("SVC_DATABASE", "postgres://me:hu?sh:h@db.example/causeway")]).load().unwrap();
    let printed = serde_json::to_string(&EffectiveConfig::of(odd)).unwrap();
    assert!(printed.contains("postgres://me:…@db.example/causeway"), "{printed}");
}

#[test]
fn a_named_file_must_exist_and_be_toml() {
    let location = |config: PathBuf| LocationFlags { config: Some(config), ..LocationFlags::default() };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let error = Layers::new(&location(path.clone()), &NO_FLAGS, std::iter::empty()).unwrap_err();
    assert!(error.to_string().contains("no such file"), "{error}");
    fs::write(&path, "listen = \n").unwrap();
    assert!(Layers::new(&location(path.clone()), &NO_FLAGS, std::iter::empty()).is_err());
    fs::write(&path, "data = \"elsewhere\"\n").unwrap();
    let layers = Layers::new(&location(path), &NO_FLAGS, std::iter::empty()).unwrap();
    assert_eq!(Config::load(layers).unwrap().data.path(), PathBuf::from("elsewhere"));
}

#[test]
fn an_older_database_is_migrated_at_the_start_as_the_engine_or_the_setting_says() {
    let policy = |file: &str| Scratch::new(file, &[]).load().unwrap().start_policy();
    let url = "database = \"postgres://db.example/causeway\"\n";
    assert_eq!((policy(""), policy(url)), (StartPolicy::Migrate, StartPolicy::Refuse));
    for (value, expected) in [(true, StartPolicy::Migrate), (false, StartPolicy::Refuse)] {
        let setting = format!("migrate_at_start = {value}\n");
        assert_eq!((policy(&setting), policy(&format!("{url}{setting}"))), (expected, expected));
    }
}

#[test]
fn a_process_may_run_no_jobs_only_where_others_can() {
    let load = |file: &str| Scratch::new(file, &[]).load().map(|config| config.limits.jobs);
    assert_eq!((load(""), load("jobs_max = 1\n")), (Ok(16), Ok(1)));
    assert_eq!(load("jobs_max = 0\ndatabase = \"postgres://db.example/causeway\"\n"), Ok(0));
    for (file, reason) in [("jobs_max = 0\n", "1 or more on SQLite"), ("jobs_max = -1\n", "a whole number")] {
        let problems = Scratch::new(file, &[]).problems();
        assert!(problems[0].starts_with("jobs_max (file") && problems[0].contains(reason), "{problems:?}");
    }
}

#[test]
fn an_unknown_log_level_is_refused_with_the_right_one() {
    let load = |level: &str| Scratch::new("", &[("SVC_LOG_LEVEL", level)]).load();
    for known in ["warn", "DEBUG", "off", "info,causeway_store=debug"] {
        assert_eq!(load(known).unwrap().log_level, known);
    }
    for (wrong, words) in [
        ("warning", "warning is not a log level; did you mean warn?"),
        ("info,causeway_store=debugg", "debugg is not a log level; did you mean debug?"),
        ("causeway_store", "the levels are off, error, warn, info, debug, trace"),
    ] {
        let problems = Scratch::new("", &[("SVC_LOG_LEVEL", wrong)]).problems();
        assert!(
            problems[0].starts_with("log_level (environment") && problems[0].ends_with(words),
            "{problems:?}"
        );
    }
}

const ROOT_KEY: &str = "1:5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";
const WALLET_KEYS: &str = "SANDBOX:1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b,\
                           PRODUCTION:2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c2c";

/// A secret of 24 bytes, the minimum length.
const HUSH: &str = "aHVzaC1odXNoLWh1c2gtaHVzaC1odXNo";

#[test]
fn a_text_gateway_needs_an_address_and_a_secret() {
    let [url, private] = [("SVC_TEXT_MESSAGES_URL", "https://sms.example.com/send?key=hush"), PRIVATE];
    let [secret, previous] =
        [("SVC_TEXT_MESSAGES_SECRET", HUSH), ("SVC_TEXT_MESSAGES_SECRET_PREVIOUS", HUSH)];
    assert!(Scratch::new("", &[]).load().unwrap().text_gateway.is_none());
    assert!(Scratch::new("", &[private]).load().unwrap().text_gateway.is_none());
    let config = Scratch::new("", &[url, secret, previous]).load().unwrap();
    assert!(config.text_gateway.is_some());
    let debugged = format!("{config:?}");
    let printed = format!("{debugged} {}", EffectiveConfig::of(config));
    assert!(
        printed.contains("https://sms.example.com/…") && !printed.contains("hush") && !printed.contains(HUSH),
        "{printed}"
    );
    for (variables, reason) in [
        (&[url][..], "text_messages_url is set without text_messages_secret; set both or neither"),
        (&[secret][..], "text_messages_secret is set without text_messages_url; set both or neither"),
        (&[previous][..], "text_messages_secret_previous is set without text_messages_secret"),
        (&[url, previous][..], "text_messages_url is set without text_messages_secret"),
        (
            &[url, ("SVC_TEXT_MESSAGES_SECRET", "short")][..],
            "24 bytes or more in Base64; to make one: openssl",
        ),
    ] {
        let problems = Scratch::new("", variables).problems().join("\n");
        assert!(problems.contains(reason), "{variables:?}: {problems}");
        assert_eq!(problems.lines().count(), 1, "{variables:?}: {problems}");
    }
}

/// The setting that allows gateways in private networks.
const PRIVATE: (&str, &str) = ("SVC_TEXT_MESSAGES_PRIVATE_HOSTS_ALLOWED", "true");

#[test]
fn a_text_gateway_in_a_private_network_has_to_be_allowed() {
    let load = |url: &str, allowed: bool| {
        let variables = [("SVC_TEXT_MESSAGES_URL", url), ("SVC_TEXT_MESSAGES_SECRET", HUSH), PRIVATE];
        Scratch::new("", &variables[..if allowed { 3 } else { 2 }]).load().map(drop)
    };
    for url in ["https://10.1.2.3/send", "http://10.1.2.3/send", "http://sms.internal/send"] {
        let error = load(url, false).unwrap_err().to_string();
        let remedy = "for a gateway in a private network, set text_messages_private_hosts_allowed = true";
        assert!(error.contains("SVC_TEXT_MESSAGES_URL") && error.contains(remedy), "{url}: {error}");
        assert_eq!(load(url, true), Ok(()), "{url}");
    }
    for url in ["http://localhost:9000/send", "https://sms.example.com/send"] {
        assert_eq!((load(url, false), load(url, true)), (Ok(()), Ok(())), "{url}");
    }
    for url in ["http://1.1.1.1/send", "https://169.254.169.254/", "sms.example.com"] {
        for allowed in [false, true] {
            let error = load(url, allowed).unwrap_err().to_string();
            assert!(!error.contains("private_hosts_allowed"), "no remedy for {url}: {error}");
        }
    }
}

#[test]
fn each_environment_has_a_lightning_node_of_its_own() {
    let url = ("SVC_LIGHTNING_URL", "https://ln.example.com/node?key=hush");
    let secret = ("SVC_LIGHTNING_SECRET", HUSH);
    let sandbox_url = ("SVC_SANDBOX_LIGHTNING_URL", "http://127.0.0.1:9735");
    let sandbox_secret = ("SVC_SANDBOX_LIGHTNING_SECRET", HUSH);
    let nodes = |variables: &[(&str, &str)]| {
        let nodes = Scratch::new("", variables).load().unwrap().lightning;
        (nodes.production.is_some(), nodes.sandbox.is_some())
    };
    assert_eq!(nodes(&[]), (false, false));
    assert_eq!(nodes(&[url, secret]), (true, false));
    assert_eq!(nodes(&[sandbox_url, sandbox_secret]), (false, true));
    let config = Scratch::new("", &[url, secret, sandbox_url, sandbox_secret]).load().unwrap();
    let debugged = format!("{config:?}");
    let printed = format!("{debugged} {}", EffectiveConfig::of(config));
    assert!(!printed.contains("hush") && !printed.contains(HUSH), "{printed}");
    let problems = Scratch::new("", &[sandbox_url]).problems().join("\n");
    let reason = "sandbox_lightning_url is set without sandbox_lightning_secret; set both or neither";
    assert!(problems.contains(reason), "{problems}");
    let private = ("SVC_LIGHTNING_URL", "https://10.1.2.3/");
    let problems = Scratch::new("", &[private, secret]).problems().join("\n");
    assert!(problems.contains("set lightning_private_hosts_allowed = true"), "{problems}");
}

#[test]
fn a_server_elsewhere_needs_its_url_and_the_file_of_the_token() {
    let given =
        |url: &str| Scratch::new("", &[("SVC_OPERATOR_URL", url), ("SVC_OPERATOR_TOKEN_FILE", "token")]);
    let server = given("http://10.0.0.1:9090").load().unwrap().operator_server.unwrap();
    assert_eq!((server.url.authority(), server.token_file), ("10.0.0.1:9090".to_owned(), "token".into()));
    let [unencrypted] = &given("http://1.1.1.1").problems()[..] else { panic!("one problem") };
    assert!(unencrypted.contains("operator_url") && unencrypted.contains("https"), "{unencrypted}");
    let alone = Scratch::new("", &[("SVC_OPERATOR_URL", "https://operators.example.com")]).problems();
    assert_eq!(alone, ["operator_url is set without operator_token_file; set both or neither"]);
    assert!(Scratch::new("", &[]).load().unwrap().operator_server.is_none());
}

#[test]
fn backups_are_scheduled_by_their_folder() {
    assert_eq!(Scratch::new("", &[("SVC_BACKUP_KEEP", "3")]).load().unwrap().backups, None);
    let scratch = Scratch::new("backup_folder = \"copies\"\n", &[("SVC_BACKUP_EVERY_HOURS", "6")]);
    let schedule = scratch.load().unwrap().backups.unwrap();
    assert_eq!((schedule.folder, schedule.keep), (PathBuf::from("copies"), 7));
    assert_eq!(schedule.interval, std::time::Duration::from_hours(6));
    let problems = Scratch::new("", &[("SVC_BACKUP_KEEP", "0"), ("SVC_BACKUP_EVERY_HOURS", "0")]).problems();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems.iter().all(|problem| problem.contains("must be a whole number from 1")), "{problems:?}");
}
