//! Debian's Chromium, driven over its debugging pipe: operated by keyboard, and read as assistive technology
//! reads it.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_testing::wait;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A browser with one open page. Its process ends with the value.
pub(super) struct Browser {
    process: Child,
    commands: File,
    answers: BufReader<File>,
    session: Value,
    calls: u64,
    /// Addresses that the page has requested.
    pub(super) requests: Vec<String>,
    /// Answers that the page has received, in their order.
    pub(super) received: Vec<BrowserAnswer>,
    /// Errors of scripts, reports of the policy, and all else that the console of the browser says.
    pub(super) complaints: Vec<String>,
    /// Bytes that all answers so far took on the wire.
    pub(super) transferred: u64,
    /// Answers that have arrived in full.
    finished: usize,
    loads: usize,
    _folder: TempDir,
}

/// A control of the page, as assistive technology announces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Control {
    pub(super) role: String,
    pub(super) name: String,
}

/// An answer as the browser saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BrowserAnswer {
    pub(super) url: String,
    pub(super) status: u64,
    /// Taken from the browser's cache, without a request.
    pub(super) from_cache: bool,
}

impl Browser {
    pub(super) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let commands = folder.path().join("commands");
        let answers = folder.path().join("answers");
        let status = Command::new("mkfifo").args([&commands, &answers]).status().unwrap();
        assert!(status.success(), "mkfifo fails");
        // The browser reads commands from descriptor 3 and answers on 4.
        let script = r#"exec chromium "$@" 3<"$COMMANDS" 4>"$ANSWERS""#;
        let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
        let process = Command::new("sh")
            .args(["-c", script, "sh", "--headless", "--no-sandbox", "--disable-gpu", "--lang=en-US"])
            .args(["--remote-debugging-pipe", "--no-first-run", "--disable-dev-shm-usage", &profile])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            // Going back shows only what the answers allow to be cached, not what the tab still has.
            .arg("--disable-features=BackForwardCache")
            .env("COMMANDS", &commands)
            .env("ANSWERS", &answers)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromium: cargo xtask tools installs it");
        let open = |path: &Path, is_written: bool| {
            OpenOptions::new().read(!is_written).write(is_written).open(path).unwrap()
        };
        let commands = open(&commands, true);
        let answers = BufReader::new(open(&answers, false));
        let mut browser = Self {
            process,
            commands,
            answers,
            session: Value::Null,
            calls: 0,
            requests: Vec::new(),
            received: Vec::new(),
            complaints: Vec::new(),
            transferred: 0,
            finished: 0,
            loads: 0,
            _folder: folder,
        };
        let target =
            browser.call("Target.createTarget", &json!({ "url": "about:blank" }))["targetId"].clone();
        let attach = json!({ "targetId": target, "flatten": true });
        browser.session = browser.call("Target.attachToTarget", &attach)["sessionId"].clone();
        for domain in ["Page", "Network", "DOM", "Accessibility", "Log", "Runtime"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Disables the scripts of every page. Expressions that a test evaluates still run.
    pub(super) fn disable_scripts(&mut self) {
        self.call("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
    }

    /// Returns the id of the focused element, or its text if it has no id. Takes a screenshot first, because
    /// a page that was just loaded sets the focus with its first frame.
    pub(super) fn focused(&mut self) -> String {
        self.call("Page.captureScreenshot", &json!({}));
        let at = self.evaluate("document.activeElement.id || document.activeElement.textContent.trim()");
        at.as_str().unwrap_or_default().to_owned()
    }

    /// Opens an address and waits until it is loaded.
    pub(super) fn open(&mut self, url: &str) {
        let loads = self.loads;
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait_for_load(loads);
    }

    /// Waits until this many answers have arrived in full.
    pub(super) fn wait_for_answers(&mut self, count: usize) {
        while self.finished < count {
            self.next_message();
        }
    }

    /// Presses a key that makes the page load another one, and waits for that.
    pub(super) fn press_and_load(&mut self, key: &str) {
        let loads = self.loads;
        self.press(key);
        self.wait_for_load(loads);
    }

    fn wait_for_load(&mut self, loads: usize) {
        while self.loads == loads {
            self.next_message();
        }
    }

    /// Presses a key by its name: `Tab`, `Enter`, `Escape`, `ArrowDown`, or the space bar as ` `.
    pub(super) fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Tab" => (9, ""),
            "Enter" => (13, "\r"),
            "Escape" => (27, ""),
            "ArrowDown" => (40, ""),
            _ => (32, " "),
        };
        let down = json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code, "text": text });
        self.call("Input.dispatchKeyEvent", &down);
        let up = json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code });
        self.call("Input.dispatchKeyEvent", &up);
    }

    /// Types a text, key by key, into the focused element.
    pub(super) fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            let letter = letter.to_string();
            let down = json!({ "type": "keyDown", "key": letter, "text": letter });
            self.call("Input.dispatchKeyEvent", &down);
            self.call("Input.dispatchKeyEvent", &json!({ "type": "keyUp", "key": letter }));
        }
    }

    /// Selects the content of the focused control, as Ctrl and A do.
    pub(super) fn select_all(&mut self) {
        let down = json!({ "type": "keyDown", "key": "a", "modifiers": 2, "commands": ["selectAll"] });
        self.call("Input.dispatchKeyEvent", &down);
        self.call("Input.dispatchKeyEvent", &json!({ "type": "keyUp", "key": "a", "modifiers": 2 }));
    }

    /// Moves the focus on until it reaches the element with this id.
    pub(super) fn tab_to(&mut self, id: &str) {
        let mut passed = Vec::new();
        while passed.last().map(String::as_str) != Some(id) {
            assert!(passed.len() < 200, "the focus does not reach {id}: {passed:?}");
            self.press("Tab");
            let at = self.evaluate("document.activeElement.id || document.activeElement.textContent.trim()");
            passed.push(at.as_str().unwrap_or_default().to_owned());
        }
    }

    /// Puts a file into the file control with this id, as the dialog of the browser would.
    pub(super) fn choose_file(&mut self, id: &str, path: &Path) {
        let root = self.call("DOM.getDocument", &json!({}))["root"]["nodeId"].clone();
        let query = json!({ "nodeId": root, "selector": format!("#{id}") });
        let node = self.call("DOM.querySelector", &query)["nodeId"].clone();
        self.call("DOM.setFileInputFiles", &json!({ "nodeId": node, "files": [path] }));
    }

    /// Evaluates an expression in the page.
    pub(super) fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true });
        self.call("Runtime.evaluate", &parameters)["result"]["value"].clone()
    }

    /// Waits until an expression is true, also over the load of another page.
    #[track_caller]
    pub(super) fn wait_until(&mut self, expression: &str) {
        let parameters = json!({ "expression": expression, "returnByValue": true });
        let is_true = wait::blocking(wait::PATIENCE, || {
            let answer = self.send("Runtime.evaluate", &parameters);
            if answer["result"]["result"]["value"] == true { Ok(()) } else { Err(answer) }
        });
        let text = "document.documentElement ? document.documentElement.innerText.slice(0, 4000) : ''";
        is_true.unwrap_or_else(|_| panic!("not true: {expression}\n{}", self.evaluate(text)));
    }

    /// Chooses a theme as the system does: `light` or `dark`.
    pub(super) fn prefer(&mut self, theme: &str) {
        // A colour that is still changing would be neither.
        let still = json!({ "name": "prefers-reduced-motion", "value": "reduce" });
        let features = json!([{ "name": "prefers-color-scheme", "value": theme }, still]);
        self.call("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Sets the size of the window in pixels of the page, of which each is this many pixels wide.
    pub(super) fn zoom(&mut self, width: u32, height: u32, factor: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": factor, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Returns a picture of the window as PNG.
    pub(super) fn picture(&mut self) -> Vec<u8> {
        let taken = self.call("Page.captureScreenshot", &json!({ "format": "png" }));
        STANDARD.decode(taken["data"].as_str().unwrap()).unwrap()
    }

    /// Adds an authenticator that is part of the machine, and whose owner agrees to everything.
    pub(super) fn add_authenticator(&mut self) {
        self.call("WebAuthn.enable", &json!({}));
        let options = json!({
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": true,
            "hasUserVerification": true,
            "isUserVerified": true,
        });
        self.call("WebAuthn.addVirtualAuthenticator", &json!({ "options": options }));
    }

    /// Returns all controls, in the order of assistive technology.
    pub(super) fn controls(&mut self) -> Vec<Control> {
        const ROLES: [&str; 7] = ["textbox", "combobox", "checkbox", "button", "link", "spinbutton", "Date"];
        let nodes = self.call("Accessibility.getFullAXTree", &json!({}))["nodes"].clone();
        let nodes = nodes.as_array().unwrap().iter().filter(|node| node["ignored"] != true).map(control);
        nodes.filter(|node| ROLES.contains(&node.role.as_str())).collect()
    }

    /// Returns role and name of everything that assistive technology announces on the page, in its order,
    /// including the page in its frame if there is one.
    pub(super) fn named_nodes(&mut self) -> Vec<Control> {
        let tree = self.call("Page.getFrameTree", &json!({}))["frameTree"].clone();
        let inner = tree["childFrames"].as_array().into_iter().flatten().map(|child| &child["frame"]["id"]);
        let frames: Vec<Value> = std::iter::once(&tree["frame"]["id"]).chain(inner).cloned().collect();
        let mut nodes = Vec::new();
        for frame in frames {
            let tree =
                self.call("Accessibility.getFullAXTree", &json!({ "frameId": frame }))["nodes"].clone();
            let visible = tree.as_array().unwrap().iter().filter(|node| node["ignored"] != true).map(control);
            nodes.extend(visible.filter(|node| !node.name.is_empty()));
        }
        nodes
    }

    /// Returns the addresses of the pages in the frames of this one.
    pub(super) fn frame_urls(&mut self) -> Vec<String> {
        let tree = self.call("Page.getFrameTree", &json!({}))["frameTree"].clone();
        let inner = tree["childFrames"].as_array().into_iter().flatten();
        inner.filter_map(|child| child["frame"]["url"].as_str().map(str::to_owned)).collect()
    }

    /// Goes back to the page before, and waits until it is loaded.
    pub(super) fn go_back(&mut self) {
        let loads = self.loads;
        let history = self.call("Page.getNavigationHistory", &json!({}));
        let before = usize::try_from(history["currentIndex"].as_u64().unwrap() - 1).unwrap();
        let entry = json!({ "entryId": history["entries"][before]["id"] });
        self.call("Page.navigateToHistoryEntry", &entry);
        self.wait_for_load(loads);
    }

    /// Sets the width of the window in pixels.
    pub(super) fn resize(&mut self, width: u32) {
        let size = json!({ "width": width, "height": 640, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        let answer = self.send(method, parameters);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Sends a command, and returns its answer, which may be an error.
    fn send(&mut self, method: &str, parameters: &Value) -> Value {
        self.calls += 1;
        let id = self.calls;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if self.session.is_string() {
            message["sessionId"] = self.session.clone();
        }
        let mut bytes = serde_json::to_vec(&message).unwrap();
        bytes.push(0);
        self.commands.write_all(&bytes).unwrap();
        loop {
            let answer = self.next_message();
            if answer["id"] == id {
                return answer;
            }
        }
    }

    fn next_message(&mut self) -> Value {
        let mut bytes = Vec::new();
        let length = self.answers.read_until(0, &mut bytes).unwrap();
        assert!(length > 0, "the browser has ended");
        let message: Value = serde_json::from_slice(&bytes[..length - 1]).unwrap();
        match message["method"].as_str() {
            Some("Page.loadEventFired") => self.loads += 1,
            Some("Network.requestWillBeSent") => {
                self.requests.push(message["params"]["request"]["url"].as_str().unwrap().to_owned());
            }
            Some("Network.responseReceived") => {
                let answer = &message["params"]["response"];
                self.received.push(BrowserAnswer {
                    url: answer["url"].as_str().unwrap().to_owned(),
                    status: answer["status"].as_u64().unwrap(),
                    from_cache: answer["fromDiskCache"] == true,
                });
            }
            Some("Log.entryAdded") => {
                let entry = &message["params"]["entry"];
                self.complaints.push(format!("{}: {} {}", entry["level"], entry["text"], entry["url"]));
            }
            Some("Runtime.exceptionThrown") => {
                self.complaints.push(message["params"]["exceptionDetails"].to_string());
            }
            Some("Network.loadingFinished") => {
                self.transferred += message["params"]["encodedDataLength"].as_u64().unwrap();
                self.finished += 1;
            }
            _ => {}
        }
        message
    }
}

fn control(node: &Value) -> Control {
    let text = |member: &str| node[member]["value"].as_str().unwrap_or_default().to_owned();
    Control { role: text("role"), name: text("name") }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
