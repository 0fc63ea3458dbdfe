"""The parts of a run on this machine: processes, their HTTP interfaces, and the endpoint of Causeway's webhooks."""

import base64
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
START_SECONDS = 60
PATIENCE = 30  # seconds
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("SVC_")}


class Answer(dict):
    """A JSON object with the HTTP status that it came with."""

    status = 0


def request(url: str, method="GET", body=None, headers=None) -> Answer:
    data = None if body is None else json.dumps(body).encode()
    sent = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})}, method=method)
    try:
        with urllib.request.urlopen(sent, timeout=PATIENCE) as received:
            status, text = received.status, received.read()
    except urllib.error.HTTPError as refusal:
        status, text = refusal.code, refusal.read()
    content = json.loads(text or b"{}")
    answer = Answer(content if isinstance(content, dict) else {"list": content})
    answer.status = status
    return answer


def wait_for(make, seconds=PATIENCE):
    """Returns the first true value of `make`, or its last value when the time is over."""
    end = time.monotonic() + seconds
    while True:
        value = make()
        if value or time.monotonic() > end:
            return value
        time.sleep(0.1)


def free_ports(count: int) -> list:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Processes:
    """The processes of a run. Each writes a log to the folder; all of them are stopped at the end."""

    def __init__(self, folder: Path):
        self.folder, self.running = folder, []

    def start(self, name: str, command: list, **environment) -> subprocess.Popen:
        with open(self.folder / f"{name}.log", "wb") as log:
            process = subprocess.Popen([str(part) for part in command], env={**ENVIRONMENT, **environment},
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        self.running.append((name, process))
        return process

    def wait_until(self, name: str, is_ready):
        """Waits until a process is ready. Raises with its log if it is not, or has ended."""
        process = dict(self.running)[name]
        if not wait_for(lambda: process.poll() is not None or is_ready(), START_SECONDS) or process.poll() is not None:
            raise RuntimeError(f"{name} has not started:\n{self.log(name)[-3000:]}")

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def stop(self):
        for _, process in reversed(self.running):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def responds(url: str) -> bool:
    try:
        return request(url).status == 200
    except (OSError, ValueError):
        return False


class Node:
    """The simulated Lightning node. `wallets` has the environment of each wallet's owner."""

    def __init__(self, processes: Processes, binary: str, names: list):
        processes.start("lightning-node", [binary, "127.0.0.1:0", *names])
        processes.wait_until("lightning-node", lambda: processes.log("lightning-node").count("SECRET=") == len(names))
        self.wallets = {}
        for line in processes.log("lightning-node").splitlines():
            if line.startswith("# the wallet "):
                wallet = self.wallets[line.removeprefix("# the wallet ")] = {}
            else:
                variable, value = line.split("=", 1)
                wallet[variable] = value


class Causeway:
    """A deployment in an empty data folder, with its first sandbox platform."""

    def __init__(self, processes: Processes, binary: str, wallet: dict):
        [port] = free_ports(1)
        self.binary, self.data, self.domain = binary, processes.folder / "causeway", f"localhost:{port}"
        self.url = f"http://127.0.0.1:{port}"
        command = [binary, "serve", "--data", self.data, "--listen", f"127.0.0.1:{port}"]
        # The platform's domain must be another host than the service's; both are this machine.
        processes.start("causeway", command, SVC_UMA_SERVICE_HOST=f"127.0.0.1:{port}", **wallet)
        processes.wait_until("causeway", lambda: responds(self.url + "/readyz"))
        credentials = (self.data / "credentials").read_bytes().strip()
        self.authorization = "Basic " + base64.b64encode(credentials).decode()

    def call(self, method: str, path: str, body=None) -> Answer:
        headers = {"Authorization": self.authorization}
        if method == "POST":
            headers["Idempotency-Key"] = os.urandom(16).hex()
        return request(self.url + "/svc/2025-10-13" + path, method, body, headers)

    def get(self, path: str) -> Answer:
        return self.call("GET", path)

    def post(self, path: str, body=None) -> Answer:
        return self.call("POST", path, body)

    def operator(self, *arguments) -> dict:
        """Runs a command of the operator, and returns what it prints as JSON."""
        command = [self.binary, *arguments, "--data", str(self.data), "--json"]
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode:
            raise RuntimeError(f"{' '.join(arguments)}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout)


class SdkProvider:
    """The provider of provider.py: `serve` runs, and each payment is a `send`."""

    def __init__(self, processes: Processes, python: Path, wallet: dict, options: list):
        [port] = free_ports(1)
        self.python, self.domain, self.environment = python, f"localhost:{port}", {**ENVIRONMENT, **wallet}
        self.url = f"http://127.0.0.1:{port}"
        command = [python, HERE / "provider.py", "serve", "--domain", self.domain, "--port", port, *options]
        processes.start("provider", command, **wallet)
        processes.wait_until("provider", lambda: responds(self.url + "/.well-known/lnurlpubkey"))

    def payments(self) -> list:
        return request(self.url + "/payments")["list"]

    def hook(self, id: str) -> dict:
        """Waits for the post-transaction hook of a payment."""
        return wait_for(lambda: request(self.url + "/hooks").get(id))

    def send(self, receiver: str, *options) -> dict:
        """Pays. Returns the result, or `step`, `status` and `body` of the refusal."""
        command = [self.python, HERE / "provider.py", "send", "--domain", self.domain, "--receiver", receiver, *options]
        done = subprocess.run([str(part) for part in command], env=self.environment, capture_output=True, text=True,
                              timeout=2 * PATIENCE)
        if done.returncode == 0:
            return json.loads(done.stdout)
        try:
            step, answer = done.stderr.splitlines()[-1].split(": ", 1)
            status, body = answer.split(" ", 1)
            return {"step": step, "status": int(status), "body": json.loads(body)}
        except (IndexError, ValueError):
            raise RuntimeError(f"send: {done.stdout}{done.stderr}") from None


class Webhooks:
    """The endpoint of the platform's webhooks. `decision` answers questions about incoming payments; 200 approves."""

    def __init__(self):
        self.events, self.decision = [], (200, {})
        webhooks = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                event = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                webhooks.events.append(event)
                is_question = event["type"] == "INCOMING_PAYMENT.PENDING"
                status, body = webhooks.decision if is_question else (200, {})
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(json.dumps(body).encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/webhooks"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def find(self, type: str, transaction: str) -> dict:
        """Waits for an event of a transaction, and returns its data."""
        def found():
            of_type = (event["data"] for event in self.events if event["type"] == type)
            return next((data for data in of_type if data.get("id") == transaction), None)

        return wait_for(found)

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def install(folder: Path) -> Path:
    """Makes a virtual environment with the requirements, and returns its Python."""
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    requirements = ["-r", str(HERE / "requirements.txt")]
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *requirements], check=True)
    return python
