"""Causeway Rail Protocol 1 over HTTP: server, client, push, command line.

An adapter is an object with the operations of `Server.operate`. It is called with
verified requests only, and raises `CrpError` to answer with an error. Every answer is
signed, errors included.
"""

import argparse
import http.client
import io
import re
import socket
import sqlite3
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from crp_signing import Keys, public_text, read_key, read_public_key, signature_of
from crp_values import PAGE_ITEMS, CrpError, Target, parse, serialize

ORDER_LIMIT = 64 * 1024  # bytes of an order
PAGE_LIMIT = 1024 * 1024  # bytes of a page of the feed, or of a push
IDLE_SECONDS = 60  # a connection without a request
REQUEST_SECONDS = 15  # from the first byte of a request to its last
CONNECTIONS = 256  # at once
PUSH_ITEMS = 100

KINDS = {"payouts": "PAYOUT", "collections": "COLLECTION", "refunds": "REFUND"}
PATH = re.compile(
    r"/v1/(?P<kind>payouts|collections|refunds)/"
    r"(?P<id>Transaction:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(?P<cancel>/cancel)?"
)
PRECHECK = re.compile(r"/v1/(payouts|collections)/precheck")


class NoAnswer(Exception):
    """The other side gave no answer that can be believed: its effect is unknown."""


def log(text):
    print(text, file=sys.stderr, flush=True)


class Incoming(io.RawIOBase):
    """Reads from a socket until a deadline, no matter how slowly the bytes come."""

    def __init__(self, connection):
        self.connection, self.deadline = connection, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.connection.settimeout(left)
        return self.connection.recv_into(buffer)


class Exchange(BaseHTTPRequestHandler):
    """The requests of one connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self):
        super().setup()
        self.incoming = Incoming(self.connection)
        self.rfile = io.BufferedReader(self.incoming)

    def handle_one_request(self):
        self.command, self.path, self.close_connection = "", "", True
        try:
            self.incoming.deadline = time.monotonic() + IDLE_SECONDS
            if self.rfile.peek(1):
                self.incoming.deadline = time.monotonic() + REQUEST_SECONDS
                super().handle_one_request()
        except OSError:
            self.close_connection = True  # broken off: no answer

    def do_GET(self):
        try:
            body = self.read_body()
            keys, path = self.server.keys, self.path.partition("?")
            keys.verify_request(self.command, self.path, self.headers, body)
            content = self.server.operate(self.command, path[0], path[2], body)
            status, content = 200, content | {"memory": self.server.adapter.memory()}
        except OSError:
            raise
        except Exception as problem:
            status, content = self.error(problem)
        self.reply(status, content, signature_of(self.headers))

    do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = do_GET

    def error(self, problem):
        """Returns status and content of an error, with nothing of the request in it."""
        if isinstance(problem, sqlite3.Error):
            log(f"store: {problem}")
            problem = CrpError(503, "UNAVAILABLE", "The store does not work.")
        if not isinstance(problem, CrpError):
            log(f"internal error: {type(problem).__name__}")
            problem = CrpError(500, "INTERNAL", "An internal error, see the log.")
        try:
            return problem.status, problem.content() | {
                "memory": self.server.adapter.memory()
            }
        except sqlite3.Error:
            problem = CrpError(503, "UNAVAILABLE", "The store does not work.")
            return problem.status, problem.content()

    def read_body(self):
        lengths = self.headers.get_all("Content-Length") or ["0"]
        is_number = re.fullmatch("[0-9]{1,18}", lengths[0]) and len(lengths) == 1
        if self.headers["Transfer-Encoding"] or not is_number:
            self.close_connection = True
            raise CrpError(400, "MALFORMED", "Send the length in Content-Length.")
        length = int(lengths[0])
        if length > ORDER_LIMIT:
            self.close_connection = True
            raise CrpError(413, "TOO_LARGE", f"At most {ORDER_LIMIT} bytes.")
        body = self.rfile.read(length)
        if len(body) < length:
            raise ConnectionError("half a body")
        return body

    def send_error(self, code, message=None, explain=None):
        self.close_connection = True
        self.reply(*self.error(CrpError(400, "MALFORMED", "Not HTTP/1.1.")), None)

    def reply(self, status, content, request_signature):
        body = serialize(content)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(body))}
        headers |= {"Connection": "close"} if self.close_connection else {}
        headers |= self.server.keys.sign_answer(status, body, request_signature)
        lines = [f"HTTP/1.1 {status} {http.client.responses.get(status, '')}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        head = "\r\n".join([*lines, "", ""]).encode("latin-1")
        self.connection.settimeout(REQUEST_SECONDS)
        self.wfile.write(head + (b"" if self.command == "HEAD" else body))
        log(f"{self.command} {self.path!r} {status}")
        if self.close_connection:
            self.leave()

    def leave(self):
        """Reads on for a moment: a close on a sender would lose it the answer."""
        self.connection.shutdown(socket.SHUT_WR)
        self.incoming.deadline = time.monotonic() + 1
        rest = 2 * PAGE_LIMIT
        while rest > 0 and (part := self.rfile.read1(64 * 1024)):
            rest -= len(part)

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    """Serves an adapter."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, listen, keys, adapter):
        host, _, port = listen.rpartition(":")
        self.keys, self.adapter = keys, adapter
        self.slots = threading.BoundedSemaphore(CONNECTIONS)
        super().__init__((host, int(port)), Exchange)

    def operate(self, method, path, query, body):
        """Calls the operation of the adapter that a request is about."""
        order, adapter = PATH.fullmatch(path), self.adapter
        if order:
            kind, id = order["kind"], order["id"]
            reference = kind[0].upper() + id.partition(":")[2].replace("-", "")
            target = Target(KINDS[kind], id, reference)
            if method == "PUT" and not order["cancel"]:
                return adapter.submit(target, body)
            if method == "GET" and not order["cancel"]:
                return adapter.status(target)
            if method == "POST" and order["cancel"]:
                return adapter.cancel(target, parse(body))
        elif method == "POST" and (precheck := PRECHECK.fullmatch(path)):
            return adapter.precheck(KINDS[precheck[1]], parse(body))
        elif (method, path) == ("GET", "/v1/capabilities"):
            return adapter.capabilities()
        elif (method, path) == ("GET", "/v1/changes"):
            given = dict(
                re.findall(r"(?:^|&)(after|limit)=([0-9]{1,15})(?=&|$)", query)
            )
            return adapter.changes(
                int(given.get("after", 0)), int(given.get("limit", 500))
            )
        raise CrpError(404, "UNKNOWN_OPERATION", "There is no such operation.")

    def process_request(self, request, client_address):
        self.slots.acquire()
        super().process_request(request, client_address)

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.slots.release()

    def handle_error(self, request, client_address):
        log(f"connection: {sys.exc_info()[0].__name__}")


class Answer:
    """A signed answer of the other side."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        self.content = parse(body)


class Client:
    """Calls the other side under a URL. It follows no redirect and uses no proxy."""

    def __init__(self, url, keys, timeout=6):
        self.url, self.keys, self.timeout = urlsplit(url), keys, timeout
        if self.url.scheme not in ("http", "https"):
            raise ValueError(f"{url} is not a URL of http or https")

    def call(self, method, path, content=None):
        """Sends a request, returns its answer, or raises `NoAnswer`."""
        body = b"" if content is None else serialize(content)
        target = self.url.path.rstrip("/") + path
        headers = self.keys.sign_request(method, target, body)
        return self.send(method, target, body, headers)

    def send(self, method, target, body, headers):
        """Sends a request with these headers, and returns its answer."""
        is_secure = self.url.scheme == "https"
        kind = http.client.HTTPSConnection if is_secure else http.client.HTTPConnection
        connection = kind(self.url.hostname, self.url.port, timeout=self.timeout)
        try:
            more = {"Content-Type": "application/json"} if body else {}
            connection.request(method, target, body or None, headers | more)
            answer = connection.getresponse()
            text = answer.read(PAGE_LIMIT + 1)
            if len(text) > PAGE_LIMIT or answer.length:
                raise NoAnswer("an answer of another length")
            request_signature = headers.get("Signature", "")[len("crp=:") : -1]
            self.keys.verify_answer(
                answer.status, answer.headers, text, request_signature
            )
            return Answer(answer.status, answer.headers, text)
        except (OSError, http.client.HTTPException, CrpError) as problem:
            raise NoAnswer(f"{type(problem).__name__}: {problem}") from None
        finally:
            connection.close()


class Push:
    """Tells the service of new items, again and again until it has taken them.

    The file has the last item that it has taken. If the file is lost or empty, items
    are told again.
    """

    def __init__(self, client, adapter, file):
        self.client, self.adapter, self.file, self.pause = client, adapter, file, 1

    def pushed(self):
        """Returns the last item that the service has taken; 0 if that is not known."""
        try:
            return int(self.file.read_text())
        except (FileNotFoundError, ValueError):
            return 0

    def keep(self, through):
        """Replaces the file as a whole. A kill or a full disk leaves the one before."""
        draft = self.file.with_name(self.file.name + ".new")
        draft.write_text(str(through))
        draft.replace(self.file)

    def step(self):
        pushed = self.pushed()
        items = self.adapter.changes(pushed, PUSH_ITEMS)["items"]
        memory = self.adapter.memory()
        if not items:
            return 0.2
        wait = ""
        try:
            answer = self.client.call("POST", "", {"items": items, "memory": memory})
            through = answer.content.get("through")
            if answer.status == 200 and type(through) is int and through != pushed:
                self.keep(min(through, items[-1]["sequence"]))
                self.pause = 1
                return 0
            wait = answer.headers["Retry-After"] or ""
        except NoAnswer as problem:
            log(f"push: {problem}")
        pause, self.pause = self.pause, min(300, 2 * self.pause)
        return min(3600, int(wait)) if re.fullmatch("[0-9]{1,9}", wait) else pause


def repeat(step):
    """Repeats a step for ever, in a thread. It returns the seconds until the next."""

    def run():
        while True:
            try:
                pause = step()
            except Exception as problem:
                log(f"{step.__name__}: {type(problem).__name__}")
                pause = 1
            time.sleep(pause)

    threading.Thread(target=run, daemon=True).start()


def main(make_adapter, steps):
    """Runs the command line of an adapter, whose steps are repeated."""
    parser = argparse.ArgumentParser(
        description="An adapter between Causeway and a bank."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, purpose in [
        ("key", "print the public key of this adapter"),
        ("restored", "draw another id of the memory: the store is an older copy"),
        ("serve", "serve orders"),
    ]:
        command = commands.add_parser(name, help=purpose)
        command.add_argument(
            "--data", default=".", help="folder of the key and the store"
        )
    add = command.add_argument
    add("--listen", default="127.0.0.1:9100")
    add("--partner", default="127.0.0.1:9200", help="the bank")
    add("--rail", required=True, help="the id of the rail, as `rail add` prints it")
    add("--service-key", required=True, help="public key of Causeway for this rail")
    add("--push", help="Causeway's URL with the push path that `rail add` prints")
    add(
        "--patience",
        type=float,
        default=10,
        help="seconds after which the bank has a request, or will never have it",
    )
    options = parser.parse_args()
    own = read_key(Path(options.data, "adapter.key"))
    if options.command == "key":
        print(public_text(own.public_key()))
        return
    adapter = make_adapter(options)
    if options.command == "restored":
        print(adapter.store.draw_id())
        return
    keys = Keys(options.rail, own, [read_public_key(options.service_key)])
    server = Server(options.listen, keys, adapter)
    for step in steps:
        repeat(getattr(adapter, step))
    if options.push:
        pushed = Path(options.data, "pushed")
        repeat(Push(Client(options.push, keys), adapter, pushed).step)
    print(f"the adapter listens on {options.listen}", flush=True)
    server.serve_forever()
