//! A browser for tests: Chromium without a window, driven through two pipes.
//!
//! The pipes carry its DevTools protocol (<https://chromedevtools.github.io/devtools-protocol/>): JSON messages, each
//! with a zero byte at its end. To start a browser takes longer than most tests. So a test takes a browser that another
//! test has left, and opens a fresh tab in it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::support::{has, skip};

/// Starts a browser for the calling test, or ends the test if this machine has none.
macro_rules! browser {
    ($what:expr) => {{
        let Some(browser) = $crate::browser::Browser::start($what) else {
            return;
        };
        browser
    }};
}
pub(crate) use browser;

/// The time for one answer. The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(600);

/// The screens of a reader: a large one and a phone, each in light and dark.
pub const LOOKS: [([u32; 2], &str); 4] = [
    ([1280, 800], "light"),
    ([1280, 800], "dark"),
    ([375, 700], "light"),
    ([375, 700], "dark"),
];

/// The pipes of a browser. It ends when they are closed, at the end of this process at the latest.
struct Pipes {
    to: ChildStdin,
    from: Receiver<Vec<u8>>,
    messages: u64,
}

/// Browsers without a test.
static IDLE: Mutex<Vec<Pipes>> = Mutex::new(Vec::new());

/// One page of a browser.
pub struct Browser {
    pipes: Option<Pipes>,
    target: String,
    session: Option<String>,
}

impl Pipes {
    fn start() -> Pipes {
        // The browser listens on descriptor 3 and answers on 4. Its own sandbox is not available to root, and the pages
        // are ours.
        let process = Command::new("sh")
            .arg("-c")
            .arg("chromium --user-data-dir=\"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null; rm -rf \"$0\"")
            .arg(tempfile::tempdir().unwrap().keep())
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--no-first-run", "--remote-debugging-pipe", "--hide-scrollbars"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut process = process.unwrap();
        let to = process.stdin.take().unwrap();
        let mut answers = BufReader::new(process.stdout.take().unwrap());
        let (sender, from) = channel();
        std::thread::spawn(move || {
            loop {
                let mut message = Vec::new();
                let read = answers.read_until(0, &mut message);
                if !matches!(read, Ok(length) if length > 0) || sender.send(message).is_err() {
                    break;
                }
            }
            let _ = process.wait();
        });
        Pipes { to, from, messages: 0 }
    }
}

impl Browser {
    /// Starts a browser. If this machine has none, it says so and returns `None`.
    pub fn start(what: &str) -> Option<Browser> {
        if !has("chromium", what) {
            return None;
        }
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut browser = Browser {
            pipes: Some(idle.unwrap_or_else(Pipes::start)),
            target: String::new(),
            session: None,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        target["targetId"].as_str().unwrap().clone_into(&mut browser.target);
        let attached = browser.call(
            "Target.attachToTarget",
            json!({"targetId": browser.target, "flatten": true}),
        );
        browser.session = Some(attached["sessionId"].as_str().unwrap().to_owned());
        browser.call("Page.enable", json!({}));
        Some(browser)
    }

    /// Sends one command and waits for its result.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        let pipes = self.pipes.as_mut().expect("a test has its browser until it ends");
        pipes.messages += 1;
        let id = pipes.messages;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        pipes.to.write_all(&bytes).unwrap();
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let bytes = pipes.from.recv_timeout(left);
            let bytes = bytes.unwrap_or_else(|error| panic!("{method}: no answer: {error}"));
            let answer: Value = serde_json::from_slice(&bytes[..bytes.len() - 1]).unwrap();
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    /// Opens a page of this program, and waits until its script is ready.
    pub fn open(&mut self, path: &Path) {
        self.open_until(path, "document.documentElement?.dataset.ready === 'yes'");
    }

    /// Opens a page without a script.
    pub fn open_still(&mut self, path: &Path) {
        self.open_until(path, "document.readyState === 'complete'");
    }

    fn open_until(&mut self, path: &Path, is_ready: &str) {
        let url = format!("file://{}", path.display());
        self.call("Page.navigate", json!({ "url": url }));
        let end = Instant::now() + PATIENCE;
        let ready = format!("location.href === {} && {is_ready}", json!(url));
        while self.value(&ready) != true {
            assert!(Instant::now() < end, "{url} did not become ready");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Returns the value of an expression in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call("Runtime.evaluate", parameters);
        let thrown = &result["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        result["result"]["value"].clone()
    }

    /// Returns the text of the element with this identifier.
    pub fn text(&mut self, id: &str) -> String {
        let value = self.value(&format!("document.getElementById({}).textContent", json!(id)));
        value.as_str().unwrap().to_owned()
    }

    /// Finds the faults of accessibility in a page: `what` names it. It looks at the page on some of the [`LOOKS`],
    /// without loading it again. If this machine has no axe-core, it says so.
    ///
    /// The environment variable `GAMESOLVE_AXE` has the path of its script, `axe.min.js`.
    pub fn find_faults(&mut self, what: &str, looks: &[([u32; 2], &str)]) -> Vec<String> {
        let Some(path) = std::env::var_os("GAMESOLVE_AXE") else {
            skip(&format!("{what} needs axe-core, by `GAMESOLVE_AXE`"));
            return Vec::new();
        };
        let script = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.value(&format!("{script}; null"));
        let mut faults = Vec::new();
        for &([width, height], scheme) in looks {
            self.look([width, height], scheme);
            let found = self.value(
                "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap((rule) =>
                    rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)}: ${node.failureSummary}`)))",
            );
            for fault in found.as_array().unwrap() {
                faults.push(format!(
                    "{what}, {width}×{height}, {scheme}: {}",
                    fault.as_str().unwrap()
                ));
            }
        }
        faults
    }

    /// Presses a key like a person: `Enter`, `End`, `ArrowRight`, `Tab`, `r`.
    pub fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Tab" => (9, ""),
            "Enter" => (13, "\r"),
            " " => (32, " "),
            "End" => (35, ""),
            "Home" => (36, ""),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            "r" => (82, "r"),
            "f" => (70, "f"),
            _ => panic!("{key} has no code here"),
        };
        for kind in ["keyDown", "keyUp"] {
            let parameters = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text,
            });
            self.call("Input.dispatchKeyEvent", parameters);
        }
    }

    /// Returns the middle of the first element of a selector on the screen, scrolled into view.
    fn middle(&mut self, selector: &str) -> [f64; 2] {
        let found = self.value(&format!(
            "(() => {{ const found = document.querySelector({}); found.scrollIntoView({{ block: 'center' }});
                const box = found.getBoundingClientRect();
                return [box.left + box.width / 2, box.top + box.height / 2]; }})()",
            json!(selector)
        ));
        [0, 1].map(|axis| found[axis].as_f64().unwrap())
    }

    fn mouse(&mut self, kind: &str, [x, y]: [f64; 2]) {
        let parameters = json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", parameters);
    }

    /// Clicks the first element of a selector with the pointer.
    pub fn click(&mut self, selector: &str) {
        let middle = self.middle(selector);
        self.mouse("mousePressed", middle);
        self.mouse("mouseReleased", middle);
    }

    /// Drags from the middle of one element to the middle of another.
    pub fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.middle(from), self.middle(to));
        self.mouse("mousePressed", from);
        self.mouse("mouseMoved", to);
        self.mouse("mouseReleased", to);
    }

    /// Says whether the reader wants motion: `reduce` or `no-preference`.
    pub fn prefer_motion(&mut self, wish: &str) {
        let feature = json!({"name": "prefers-reduced-motion", "value": wish});
        self.call("Emulation.setEmulatedMedia", json!({"features": [feature]}));
    }

    /// Shows the page on a screen of this size, in light or dark.
    pub fn look(&mut self, [width, height]: [u32; 2], scheme: &str) {
        let parameters = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", parameters);
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        self.call("Emulation.setEmulatedMedia", json!({"features": [feature]}));
    }
}

impl Drop for Browser {
    /// Leaves the browser to another test. After a failed test it ends, because an answer may be on its way.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.session = None;
        self.call("Target.closeTarget", json!({"targetId": self.target}));
        let pipes = self.pipes.take();
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).extend(pipes);
    }
}
