"""Plays Causeway against an adapter and its bank, and breaks, repeats, kills, restores.

    python3 drill
    python3 drill --adapter "node ../rail-adapter-node/adapter.js"

Each outcome is a line that begins with `ok` or `FAILED`. The exit code is 0 if
everything held. The processes listen on loopback only, and end with the drill.
"""

import argparse
import shutil
import sys
import tempfile
import traceback
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))

from feed import full_disk, lost_memory, pushes
from orders import cancels, kills, load, lost_answers, orders
from messages import bodies, signatures
from world import Adapter, Bank

PARTS = [signatures, bodies, orders, lost_answers, kills, cancels]
PARTS += [pushes, lost_memory, full_disk, load]


class Drill:
    """The outcomes, printed one line each, and the processes of a part."""

    def __init__(self, folder, options):
        self.folder, self.options = folder, options
        self.held, self.failed, self.parts = 0, 0, 0
        self.running = []

    def check(self, subject, holds, *seen):
        self.held, self.failed = self.held + bool(holds), self.failed + (not holds)
        print(f"{'ok    ' if holds else 'FAILED'} {subject}", flush=True)
        if not holds:
            print(f"       seen: {seen}", flush=True)

    def equal(self, subject, seen, expected):
        self.check(subject, seen == expected, seen, "instead of", expected)

    def start(self, push=None, keys=None, **bank):
        """Starts a bank and an adapter in a folder of their own."""
        self.parts += 1
        folder = self.folder / str(self.parts)
        folder.mkdir()
        bank = Bank(folder, **bank)
        self.running.append(bank)
        bank.start()
        adapter = Adapter(folder, self.options.adapter, bank, push, keys)
        self.running.append(adapter)
        adapter.start()
        return adapter, bank

    def run(self, part):
        """Runs a part. An exception ends the part, and counts as a failure."""
        print(f"\n{part.__doc__}")
        try:
            part(self)
        except Exception:
            traceback.print_exc()
            self.check("the part has run to its end", False)
        finally:
            while self.running:
                self.running.pop().kill()


def main():
    parser = argparse.ArgumentParser(prog="drill", description="Tries an adapter.")
    default = (
        f"{sys.executable} {Path(__file__).resolve().parent.parent / 'adapter.py'}"
    )
    parser.add_argument("--adapter", default=default, help="command of the adapter")
    parser.add_argument("--times", type=int, default=60, help="lost answers")
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--load", type=int, default=1000, help="orders at once")
    names = [part.__name__ for part in PARTS]
    parser.add_argument("--part", action="append", choices=names, help="this part only")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="rail-drill-"))
    drill = Drill(folder, options)
    for part in PARTS:
        if part.__name__ in (options.part or names):
            drill.run(part)
    print(f"\n{drill.held} held, {drill.failed} failed")
    if drill.failed:
        print(f"The logs are in {folder}.")
        sys.exit(1)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
