"use strict";

// The memory of an adapter: a file of lines, each a commit, which are on the disk before anything else happens.

const crypto = require("node:crypto");
const fs = require("node:fs");

const { CrpError, instant } = require("./crp.js");

const checksum = (text) => crypto.createHash("sha256").update(text).digest("hex").slice(0, 16);

class Journal {
  /** Opens the file. A last line that was not written to its end never happened. */
  constructor(path) {
    this.orders = new Map(); // by reference: record, payment, due in milliseconds
    this.items = [];
    this.due = new Set(); // references of the orders with a time
    Object.assign(this, { id: undefined, followed: 0, pushed: 0, isBroken: false });
    this.file = fs.openSync(path, "a+", 0o600);
    const lines = fs.readFileSync(path, "utf8").split("\n");
    const rest = lines.pop();
    for (const line of lines) {
      if (checksum(line.slice(17)) !== line.slice(0, 16)) throw new Error(`${path} is damaged`);
      this.apply(JSON.parse(line.slice(17)));
    }
    if (rest) fs.ftruncateSync(this.file, fs.fstatSync(this.file).size - Buffer.byteLength(rest));
    if (!this.id) this.commit({ id: crypto.randomUUID() });
  }

  /** Writes changes as one line. After an error it is unknown what the disk has: only a restart tells. */
  commit(changes) {
    const text = JSON.stringify(changes);
    this.check();
    try {
      const line = Buffer.from(`${checksum(text)} ${text}\n`);
      this.isBroken = true;
      if (fs.writeSync(this.file, line) !== line.length) throw new Error("half a line");
      fs.fdatasyncSync(this.file);
      this.isBroken = false;
    } catch (problem) {
      console.error(`journal: ${problem.code ?? problem.message}`);
      this.check();
    }
    this.apply(JSON.parse(text));
  }

  /** Draws another id, once an older copy of the file was put back. */
  drawId() {
    this.commit({ id: crypto.randomUUID() });
    return this.id;
  }

  check() {
    if (this.isBroken) throw new CrpError(503, "UNAVAILABLE", "The store does not work.");
  }

  apply({ id, followed, pushed, orders = [] }) {
    this.id = id ?? this.id;
    this.followed = followed ?? this.followed;
    this.pushed = pushed ?? this.pushed;
    for (const { reference, mark, record, payment, due } of orders) {
      const before = this.orders.get(reference);
      this.orders.set(reference, { record, payment: payment ?? before?.payment });
      this.setDue(reference, due);
      this.items.push({
        sequence: this.items.length + 1,
        mark,
        at: record.updatedAt,
        kind: "ORDER",
        order: record,
      });
    }
  }

  /** Sets when the bank is asked about an order. Only its last commit has the time that outlives the process. */
  setDue(reference, due) {
    this.orders.get(reference).due = due;
    if (due === undefined) this.due.delete(reference);
    else this.due.add(reference);
  }

  /** Returns a revision of an order with its item, to be committed. */
  revision(reference, record, due, payment) {
    const askAt = due === undefined ? null : instant(Date.now() + 1000);
    const changed = { ...record, revision: record.revision + 1, askAt, updatedAt: instant() };
    const mark = crypto.randomBytes(16).toString("base64url");
    return { reference, mark, record: changed, payment, due };
  }

  order(reference) {
    this.check();
    return this.orders.get(reference)?.record;
  }

  memory() {
    this.check();
    const newest = this.items.at(-1);
    return { id: this.id, sequence: newest?.sequence ?? 0, mark: newest?.mark ?? null };
  }

  page(after, limit) {
    this.check();
    const items = this.items.slice(after, after + limit);
    const previousMark = this.items[after - 1]?.mark ?? null;
    return { items, previousMark, more: this.items.length > after + limit };
  }
}

module.exports = { Journal };
