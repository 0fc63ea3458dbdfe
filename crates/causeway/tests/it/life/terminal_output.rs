//! Output on a terminal: it fits the width that the kernel tells.

use std::fs::File;
use std::io::Read;
use std::process::Stdio;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::process::{Folder, command, output_of, utf8};

/// Runs a command on a terminal with this number of columns, and returns its screen.
#[track_caller]
fn on_terminal(columns: u16, arguments: &[&str]) -> String {
    let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&screen).unwrap();
    unlockpt(&screen).unwrap();
    tcsetwinsize(&screen, Winsize { ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let path = ptsname(&screen, Vec::new()).unwrap();
    let terminal = open(path, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let mut child = {
        let mut command = command(arguments);
        command.stdout(Stdio::from(terminal)).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut printed = Vec::new();
    // Linux ends the screen of a closed terminal with an error.
    let _ = File::from(screen).read_to_end(&mut printed);
    let status = child.wait().unwrap();
    assert!(status.success(), "{arguments:?}: {status}");
    String::from_utf8(printed).unwrap().replace("\r\n", "\n")
}

#[test]
fn lists_fit_a_terminal_and_are_complete_elsewhere() {
    let folder = Folder::new();
    let data = folder.data();
    let data = utf8(&data);
    let _server = folder.start();
    output_of(&[
        "clock",
        "freeze",
        "--data",
        data,
        "--reason",
        "a long reason with more words than fit a line of a table",
    ]);
    for list in ["token", "account", "audit", "platform", "webhook"] {
        for columns in [80, 120] {
            let screen = on_terminal(columns, &[list, "list", "--data", data]);
            let too_wide =
                |line: &&str| line.chars().count() > usize::from(columns) && !line.contains("causeway ");
            assert_eq!(screen.lines().find(too_wide), None, "{list}: {screen}");
        }
    }
    let tokens = ["token", "list", "--data", data];
    let short = on_terminal(80, &tokens);
    assert!(short.contains("Token:…") && short.contains("--wide"), "{short}");
    let complete = output_of(&tokens);
    assert!(!complete.contains('…'), "{complete}");
    assert_eq!(on_terminal(80, &["token", "list", "--data", data, "--wide"]), complete);
}

/// Checks that the lists of a morning tell whose money waits, on which platform, and how to go on.
#[test]
fn what_waits_has_its_platform_its_payer_and_the_next_command() {
    let folder = Folder::new();
    let data = folder.data();
    let data = utf8(&data);
    let _server = folder.start();
    let push = "deposit push --amount 5000 --currency USD --rail ACH --reference INVOICE-4711 --payer Musterfrau --data";
    let push: Vec<&str> = push.split(' ').chain([data]).collect();
    output_of(&push);
    for screen in [
        on_terminal(200, &["suspense", "list", "--data", data]),
        output_of(&["suspense", "list", "--data", data]),
    ] {
        for text in ["INVOICE-4711", "Musterfrau", "50.00 USD", "causeway suspense show Transaction:"] {
            assert!(screen.contains(text), "no {text}: {screen}");
        }
    }
    for list in ["inbox", "alert"] {
        let screen = on_terminal(120, &[list, "list", "--data", data]);
        assert!(screen.contains("Sandbox"), "{list}: {screen}");
        let complete = output_of(&[list, "list", "--data", data]);
        assert!(complete.contains("Platform:"), "{list}: {complete}");
    }
}

/// Checks that a command whose answer cannot be written says that the action was carried out, with or without a server.
#[test]
fn an_answer_that_cannot_be_written_does_not_hide_that_the_action_was_carried_out() {
    let folder = Folder::new();
    let data = folder.data();
    let data = utf8(&data);
    let server = folder.start();
    let on_full_disk = |arguments: &[&str]| {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = command(arguments);
        let output = command.args(["--data", data]).stdout(Stdio::from(full)).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let error = on_full_disk(&["rate", "set", "USD", "GBP", "0.8", "--confirm", "0.8"]);
    assert!(error.contains("the action was carried out") && error.contains("causeway audit list"), "{error}");
    let dry = on_full_disk(&["rate", "set", "USD", "EUR", "0.9", "--confirm", "0.9", "--dry-run"]);
    let looked = on_full_disk(&["rate", "list"]);
    for harmless in [dry, looked] {
        assert!(harmless.contains("cannot write to standard output"), "{harmless}");
        assert!(!harmless.contains("carried out"), "{harmless}");
    }
    drop(server);
    let error = on_full_disk(&["rate", "set", "USD", "MXN", "17", "--confirm", "17", "--json"]);
    assert!(error.contains("the action was carried out") && error.contains("\"remedy\":"), "{error}");
    let rates = output_of(&["rate", "list", "--data", data]);
    assert!(rates.contains("0.8") && rates.contains("17") && !rates.contains("EUR"), "{rates}");
}

#[test]
fn help_fits_a_terminal() {
    for arguments in [&["--help"][..], &["payment", "list", "--help"], &["serve", "--help"]] {
        for columns in [60, 80, 120] {
            let screen = on_terminal(columns, arguments);
            let too_wide = |line: &&str| line.chars().count() > usize::from(columns);
            assert_eq!(screen.lines().find(too_wide), None, "{arguments:?} {columns}: {screen}");
        }
    }
}
