//! Sends the packets of a port, one after the other, at the rate of the link. A transmission rarely takes a whole
//! number of nanoseconds; the fraction carries over to the next packet.

use crate::kernel::{Nanos, SECOND};

/// Latest end of a transmission, about 146 years. The cap keeps sums of times from overflowing.
const LATEST_END: Nanos = u64::MAX / 4;

/// Cost of a packet in bits times nanoseconds per second: its transmission time multiplied by the rate.
#[inline]
pub fn work(size: u32) -> u64 {
    u64::from(size) * 8 * SECOND
}

/// The transmitter of one port.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Transmitter {
    rate_bps: u64,
    /// Time at which everything queued is sent, and the fraction of a nanosecond beyond it, multiplied by the rate.
    free_at: Nanos,
    residue: u64,
    /// Total idle time before `free_at`.
    idle: Nanos,
    /// Size of the last packet, and quotient and remainder of its work divided by the rate: the next packet usually has
    /// the same size.
    size: u32,
    whole: Nanos,
    rest: u64,
}

impl Transmitter {
    /// Creates an idle transmitter.
    pub fn new(rate_bps: u64) -> Self {
        Self { rate_bps, free_at: 0, residue: 0, idle: 0, size: 0, whole: 0, rest: 0 }
    }

    /// Its rate, bit/s.
    pub fn rate_bps(&self) -> u64 {
        self.rate_bps
    }

    /// Time at which everything queued is sent.
    #[inline]
    pub fn free_at(&self) -> Nanos {
        self.free_at
    }

    /// The fraction of a nanosecond beyond `free_at`, multiplied by the rate.
    pub fn residue(&self) -> u64 {
        self.residue
    }

    /// Total time spent sending until `now`.
    pub fn busy(&self, now: Nanos) -> Nanos {
        (self.free_at - self.idle) - self.free_at.saturating_sub(now)
    }

    /// Queues a packet that arrives at `now`; returns when it has been sent.
    #[inline]
    pub fn send(&mut self, now: Nanos, size: u32) -> Nanos {
        // Divide first, so that the sums below stay in registers.
        if self.size != size {
            self.divide(size);
        }
        // Avoid branching on whether it was idle: that branch would be hard to predict.
        let start = self.free_at.max(now);
        self.residue = if start == self.free_at { self.residue } else { 0 };
        self.idle += start - self.free_at;
        self.free_at = start;
        self.add(self.whole, self.rest);
        self.free_at
    }

    #[inline(never)]
    fn divide(&mut self, size: u32) {
        (self.size, self.whole, self.rest) = (size, work(size) / self.rate_bps, work(size) % self.rate_bps);
    }

    /// Adds whole nanoseconds, and a fraction multiplied by the rate. Fractions are below the rate, and the rate is
    /// below 2^40.
    #[inline]
    fn add(&mut self, mut whole: Nanos, rest: u64) {
        self.residue += rest;
        if self.residue >= self.rate_bps {
            self.residue -= self.rate_bps;
            whole += 1;
        }
        self.free_at = (self.free_at + whole).min(LATEST_END);
    }

    /// Changes the rate at `now`. Discards the work after `now`; the caller must [add](Self::resume) it again.
    pub fn change_rate(&mut self, now: Nanos, rate_bps: u64) {
        self.rate_bps = rate_bps;
        self.free_at = self.free_at.min(now);
        // Drops less than a nanosecond of a packet that already counts as sent.
        self.residue = 0;
        (self.size, self.whole, self.rest) = (0, 0, 0);
    }

    /// Adds the remaining work of a packet; returns when it has been sent.
    pub fn resume(&mut self, work: u64) -> Nanos {
        self.add(work / self.rate_bps, work % self.rate_bps);
        self.free_at
    }
}
