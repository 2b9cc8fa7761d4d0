//! What sends the packets of a port, one after the other, at the rate of the link: a number of bits per second that does not
//! change within a packet takes a fraction of a nanosecond more than a whole number of them, and that fraction carries over
//! to the packet behind.

use crate::kernel::{Nanos, SECOND};

/// A transmission that would end after this time, some 146 years, ends then, so that no sum of times runs over.
const FAR: Nanos = u64::MAX / 4;

/// What a packet costs a transmitter, in bits times nanoseconds per second: its time times the rate.
#[inline]
pub fn work(size: u32) -> u64 {
    u64::from(size) * 8 * SECOND
}

/// A transmitter.
#[derive(Debug)]
pub struct Transmitter {
    rate_bps: u64,
    /// When all that was to be sent has been sent, and the fraction of a nanosecond beyond it, times the rate.
    free_at: Nanos,
    residue: u64,
    /// How long there was nothing to send before that.
    idle: Nanos,
    /// Size of a packet, and the whole and the remaining part of its work divided by the rate: mostly the next packet is as
    /// large.
    size: u32,
    whole: Nanos,
    rest: u64,
}

impl Transmitter {
    /// An idle transmitter.
    pub fn new(rate_bps: u64) -> Self {
        Self { rate_bps, free_at: 0, residue: 0, idle: 0, size: 0, whole: 0, rest: 0 }
    }

    /// Its rate, bit/s.
    pub fn rate_bps(&self) -> u64 {
        self.rate_bps
    }

    /// When all that was to be sent has been sent.
    #[inline]
    pub fn free_at(&self) -> Nanos {
        self.free_at
    }

    /// The fraction of a nanosecond that is sent after that, times the rate.
    pub fn residue(&self) -> u64 {
        self.residue
    }

    /// How long it has been sending until `now`.
    pub fn busy(&self, now: Nanos) -> Nanos {
        (self.free_at - self.idle) - self.free_at.saturating_sub(now)
    }

    /// Sends a packet that comes at `now` behind the others; returns when that is done.
    #[inline]
    pub fn send(&mut self, now: Nanos, size: u32) -> Nanos {
        // First, so that the sums below stay in registers.
        if self.size != size {
            self.divide(size);
        }
        // Whether it was idle is hard to foretell, so no branch depends on it.
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

    /// Adds time and a fraction times the rate. Fractions are below the rate, and the rate is below 2^40.
    #[inline]
    fn add(&mut self, mut whole: Nanos, rest: u64) {
        self.residue += rest;
        if self.residue >= self.rate_bps {
            self.residue -= self.rate_bps;
            whole += 1;
        }
        self.free_at = (self.free_at + whole).min(FAR);
    }

    /// Sends at another rate from `now` on. What was to be sent after that is forgotten, and to be [added](Self::resume) again.
    pub fn change_rate(&mut self, now: Nanos, rate_bps: u64) {
        self.rate_bps = rate_bps;
        self.free_at = self.free_at.min(now);
        // Of a packet that counts as sent, less than a nanosecond.
        self.residue = 0;
        (self.size, self.whole, self.rest) = (0, 0, 0);
    }

    /// Adds the work that is left of a packet; returns when it is done.
    pub fn resume(&mut self, work: u64) -> Nanos {
        self.add(work / self.rate_bps, work % self.rate_bps);
        self.free_at
    }
}
