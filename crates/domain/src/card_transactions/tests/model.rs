//! A model of one debit, derived only from the tables of cards 8.4 to 8.6: plain numbers in cents, one
//! balance after the other.

/// One pull of the model.
#[derive(Debug, Clone)]
pub(super) struct ModelPull {
    pub(super) amount: i64,
    pub(super) spent: i64,
    pub(super) released: i64,
    /// `P` (pending), `C` (confirmed) or `F` (failed).
    pub(super) mark: char,
}

impl ModelPull {
    fn rest(&self) -> i64 {
        if self.mark == 'F' { 0 } else { self.amount - self.spent - self.released }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Model {
    pub(super) status: &'static str,
    pub(super) available: i64,
    pub(super) held: i64,
    pub(super) network: i64,
    pub(super) exception: i64,
    pub(super) suspense: i64,
    pub(super) authorized: i64,
    pub(super) settled: i64,
    pub(super) clearings: u32,
    pub(super) is_closed: bool,
    pub(super) refunds: Vec<i64>,
    pub(super) pulls: Vec<ModelPull>,
}

/// The capacity of the funding source: it may be debited (`usable`) and credited (`open`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
    pub(super) usable: bool,
    pub(super) open: bool,
}

impl Model {
    pub(super) fn begin(available: i64, amount: i64) -> Self {
        let pull = ModelPull { amount, spent: 0, released: 0, mark: 'P' };
        Self {
            status: "AUTHORIZED",
            available: available - amount,
            held: amount,
            network: 0,
            exception: 0,
            suspense: 0,
            authorized: amount,
            settled: 0,
            clearings: 0,
            is_closed: false,
            refunds: Vec::new(),
            pulls: vec![pull],
        }
    }

    pub(super) fn refunded(&self) -> i64 {
        self.refunds.iter().sum()
    }

    pub(super) fn pulled(&self) -> i64 {
        self.pulls.iter().filter(|pull| pull.mark != 'F').map(|pull| pull.amount - pull.released).sum()
    }

    pub(super) fn pending(&self) -> usize {
        self.pulls.iter().filter(|pull| pull.mark == 'P').count()
    }

    fn ended(&self) -> &'static str {
        if self.refunded() > 0 { "REFUNDED" } else { "SETTLED" }
    }

    fn is_open(&self) -> bool {
        matches!(self.status, "AUTHORIZED" | "PARTIALLY_SETTLED")
    }

    fn release(&mut self, down_to: i64) {
        while self.held > down_to {
            let last = self.pulls.iter_mut().rev().find(|pull| pull.rest() > 0).unwrap();
            let part = last.rest().min(self.held - down_to);
            last.released += part;
            self.held -= part;
            self.available += part;
        }
    }

    pub(super) fn clear(&mut self, amount: i64, source: Source) -> bool {
        let is_over = self.held < amount;
        let beyond = (amount - self.held).max(0);
        let mut from_hold = amount - beyond;
        self.held -= from_hold;
        for pull in &mut self.pulls {
            let part = pull.rest().min(from_hold);
            pull.spent += part;
            from_hold -= part;
        }
        self.network += amount;
        self.settled += amount;
        self.clearings += 1;
        let mut is_ok = true;
        if is_over {
            is_ok = source.usable && self.available >= beyond;
            let mark = if is_ok { 'P' } else { 'F' };
            self.pulls.push(ModelPull { amount: beyond, spent: beyond, released: 0, mark });
            if is_ok { self.available -= beyond } else { self.exception -= beyond }
        }
        self.status = match self.status {
            "EXCEPTION" => "EXCEPTION",
            _ if !is_ok => "EXCEPTION",
            "AUTHORIZED" | "PARTIALLY_SETTLED" if self.settled < self.authorized => "PARTIALLY_SETTLED",
            _ => self.ended(),
        };
        true
    }

    pub(super) fn advise(&mut self, total: i64, source: Source) -> bool {
        if !self.is_open() {
            return false;
        }
        if total > self.authorized {
            let more = total - self.authorized;
            if source.usable && self.available >= more {
                self.pulls.push(ModelPull { amount: more, spent: 0, released: 0, mark: 'P' });
                self.available -= more;
                self.held += more;
            }
        } else {
            self.release((total - self.settled).max(0).min(self.held));
        }
        self.authorized = total;
        if total <= self.settled {
            self.status = self.ended();
        }
        true
    }

    pub(super) fn end(&mut self) -> bool {
        if !self.is_open() {
            return false;
        }
        self.release(0);
        self.is_closed = true;
        self.status = self.ended();
        true
    }

    pub(super) fn apply_return(&mut self, amount: i64, source: Source) -> bool {
        let is_possible = matches!(self.status, "PARTIALLY_SETTLED" | "SETTLED" | "REFUNDED" | "EXCEPTION");
        if !is_possible || self.clearings == 0 || amount > self.settled - self.refunded() {
            return false;
        }
        self.network -= amount;
        let fills = amount.min(-self.exception);
        self.exception += fills;
        if source.open {
            self.available += amount - fills
        } else {
            self.suspense += amount - fills
        }
        self.refunds.push(amount);
        self.status = match self.status {
            "PARTIALLY_SETTLED" => "PARTIALLY_SETTLED",
            "EXCEPTION" if self.exception < 0 => "EXCEPTION",
            _ => "REFUNDED",
        };
        if self.status == "REFUNDED" {
            self.release(0);
        }
        true
    }

    pub(super) fn reverse_return(&mut self) -> bool {
        if self.status != "REFUNDED" {
            return false;
        }
        let amount = self.refunds.pop().unwrap();
        self.network += amount;
        let suspended = amount.min(self.suspense);
        self.suspense -= suspended;
        let rest = amount - suspended;
        if self.available >= rest {
            self.available -= rest;
            self.status = self.ended();
        } else {
            self.exception -= rest;
            self.status = "EXCEPTION";
        }
        true
    }

    pub(super) fn confirm(&mut self, place: usize, source: Source, success: bool) -> bool {
        let Some(pull) = self.pulls.get_mut(place).filter(|pull| pull.mark == 'P') else { return false };
        if success {
            pull.mark = 'C';
            return true;
        }
        let rest = pull.rest();
        let spent = pull.spent;
        pull.mark = 'F';
        self.held -= rest;
        self.available += rest;
        self.exception -= spent;
        if source.open {
            self.available += spent
        } else {
            self.suspense += spent
        }
        self.status = "EXCEPTION";
        true
    }

    pub(super) fn collect(&mut self, is_open: bool, source: Source) -> bool {
        let amount = -self.exception;
        let is_covered = source.usable && self.available >= amount;
        if self.status != "EXCEPTION" || amount == 0 || !is_covered {
            return false;
        }
        self.available -= amount;
        self.exception = 0;
        self.pulls.push(ModelPull { amount, spent: amount, released: 0, mark: 'P' });
        if is_open && self.settled < self.authorized {
            self.status = "PARTIALLY_SETTLED";
        } else {
            self.status = self.ended();
            self.release(0);
        }
        true
    }

    pub(super) fn end_window(&mut self) -> bool {
        if self.status != "EXCEPTION" {
            return false;
        }
        self.release(0);
        if self.exception == 0 {
            self.status = self.ended();
            self.is_closed = true;
        }
        true
    }
}
