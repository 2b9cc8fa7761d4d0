//! Congestion window validation: whether `cwnd` may grow while something else limits the sender, which is the receiver's
//! window or the application. A window that isn't used probes nothing, so its growth says nothing about the path.
//!
//! Implementations differ. 4.4BSD and its descendants look at neither, but cap `cwnd` where it grows, at the largest
//! window that the receiver's window scale can express (`TCP_MAXWIN << snd_scale` in `tcp_input.c`). Linux grows `cwnd`
//! only while `cwnd` limited the sender in the last window of data, or in slow start up to twice the most segments that
//! were out (`tcp_cwnd_validate`, `tcp_is_cwnd_limited`); RFC 7661 and RFC 9438, section 5.8, ask for the same. ns-2 does
//! neither unless `maxcwnd_` is set, and Linux' Vegas doesn't ask either.

use super::Host;
use super::window::Window;

alternatives! {
    /// How far cwnd may grow while the receiver's window or the application limits the sender.
    pub enum CwndValidation {
        /// Up to the largest window that the receiver's window scale allows: 65,535 bytes, doubled until its buffer
        /// fits, as in BSD.
        MaxWindow = "max_window" label "Up to the largest advertised window (BSD)",
        /// Not at all; in slow start up to twice the segments that were out, as in Linux (RFC 7661).
        CwndLimited = "cwnd_limited" label "Only while cwnd limits (Linux)",
        /// Without a limit, as in ns-2. Then cwnd may be far above the segments that are out.
        Off = "off" label "Without a limit (ns-2)",
    }
}

/// The largest window without a window scale, bytes.
const TCP_MAXWIN: u64 = 65_535;
/// Largest window scale (RFC 7323, section 2.3).
const TCP_MAX_WINSHIFT: u32 = 14;

/// The largest window, in bytes, that a receiver with this buffer can advertise: it chooses the smallest window scale
/// with which the buffer fits.
pub fn max_window_bytes(rwnd_bytes: u64) -> u64 {
    (0..TCP_MAX_WINSHIFT)
        .map(|scale| TCP_MAXWIN << scale)
        .find(|&bytes| bytes >= rwnd_bytes)
        .unwrap_or(TCP_MAXWIN << TCP_MAX_WINSHIFT)
}

/// One sender's validation.
#[derive(Clone, Copy, Debug)]
pub struct Validation {
    rule: CwndValidation,
    /// Segments of [`max_window_bytes`]; a fraction counts, because BSD counts bytes.
    max_window: f64,
    /// cwnd limited the sender since `usage_point`'s window of data began.
    cwnd_limited: bool,
    /// Most segments outstanding in this window of data.
    max_outstanding: u32,
    /// The window of data ends when this segment is the first outstanding one.
    usage_point: u32,
}

/// The use of the window after the sender has sent all that it may.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// The sender has just sent a segment.
    pub sent: bool,
    /// Segments in the network, by the sender's estimate.
    pub in_flight: u32,
    /// First unacknowledged segment.
    pub snd_una: u32,
    /// Next segment to send.
    pub snd_nxt: u32,
}

impl Validation {
    /// The validation of a sender that hasn't sent anything.
    pub fn new(rule: CwndValidation, host: &Host) -> Self {
        let max_window = max_window_bytes(host.rwnd_bytes) as f64 / f64::from(host.smss);
        Self { rule, max_window, cwnd_limited: false, max_outstanding: 0, usage_point: 0 }
    }

    /// Returns whether the rule needs [`on_output`](Self::on_output).
    #[inline]
    pub fn measures(&self) -> bool {
        self.rule == CwndValidation::CwndLimited
    }

    /// Notes how much of the window is in use. Called when the sender has sent what it may.
    #[inline]
    pub fn on_output(&mut self, usage: &Usage, window: &Window) {
        let limited = f64::from(usage.in_flight) >= window.cwnd.floor();
        if !usage.sent && !limited {
            return;
        }
        let outstanding = usage.snd_nxt - usage.snd_una;
        let starts_window = usage.snd_una >= self.usage_point;
        if starts_window || limited || (!self.cwnd_limited && outstanding > self.max_outstanding) {
            (self.cwnd_limited, self.max_outstanding, self.usage_point) = (limited, outstanding, usage.snd_nxt);
        }
    }

    /// Returns the window to which an ACK may grow `cwnd`.
    #[inline]
    pub fn most(&self, slow_start: bool, cwnd: f64) -> f64 {
        match self.rule {
            CwndValidation::Off => f64::INFINITY,
            CwndValidation::MaxWindow => self.max_window.max(cwnd),
            CwndValidation::CwndLimited => {
                let probes = slow_start && cwnd.floor() < 2.0 * f64::from(self.max_outstanding);
                if self.cwnd_limited || probes { f64::INFINITY } else { cwnd }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn validation(rule: CwndValidation, rwnd_bytes: u64, smss: u32) -> Validation {
        Validation::new(rule, &Host { rwnd_bytes, smss, ..Host::for_tests() })
    }

    fn window(cwnd: f64) -> Window {
        Window { cwnd, ssthresh: f64::INFINITY, rwnd: 80 }
    }

    #[test]
    fn the_largest_window_doubles_until_the_buffer_fits() {
        for (rwnd_bytes, largest) in [
            (1, 65_535),
            (40_960, 65_535),
            (65_535, 65_535),
            (65_536, 131_070),
            (131_070, 131_070),
            (1_000_000, 1_048_560),
            (u64::MAX, 1_073_725_440),
        ] {
            assert_eq!(max_window_bytes(rwnd_bytes), largest, "{rwnd_bytes}");
        }
    }

    #[test]
    fn bsd_caps_growth_at_the_largest_window_but_takes_nothing_away() {
        let bsd = validation(CwndValidation::MaxWindow, 40_960, 512);
        assert_eq!(bsd.most(true, 80.0), 65_535.0 / 512.0);
        assert_eq!(bsd.most(false, 200.0), 200.0, "an inflated window isn't lowered by growth");
        assert_eq!(validation(CwndValidation::Off, 40_960, 512).most(false, 5_000.0), f64::INFINITY);
    }

    #[test]
    fn linux_grows_a_window_that_limits_and_in_slow_start_up_to_twice_what_was_out() {
        let mut linux = validation(CwndValidation::CwndLimited, 64_000, 1_000);
        // The application had nine segments for a window of ten: cwnd may grow to 18 in slow start only.
        linux.on_output(&Usage { sent: true, in_flight: 9, snd_una: 0, snd_nxt: 9 }, &window(10.0));
        assert_eq!(linux.most(false, 10.0), 10.0);
        assert_eq!((linux.most(true, 17.9), linux.most(true, 18.0)), (f64::INFINITY, 18.0));
        // A full window counts until everything sent with it is acknowledged.
        linux.on_output(&Usage { sent: true, in_flight: 10, snd_una: 4, snd_nxt: 14 }, &window(10.9));
        assert_eq!(linux.most(false, 10.9), f64::INFINITY);
        linux.on_output(&Usage { sent: true, in_flight: 3, snd_una: 12, snd_nxt: 15 }, &window(10.9));
        assert_eq!(linux.most(false, 10.9), f64::INFINITY);
        // An ACK that sends nothing decides nothing.
        linux.on_output(&Usage { sent: false, in_flight: 0, snd_una: 15, snd_nxt: 15 }, &window(10.9));
        assert_eq!(linux.most(false, 10.9), f64::INFINITY);
        linux.on_output(&Usage { sent: true, in_flight: 2, snd_una: 14, snd_nxt: 16 }, &window(10.9));
        assert_eq!(linux.most(false, 10.9), 10.9);
        assert_eq!(linux.most(true, 4.0), 4.0, "two were out, so slow start may grow cwnd to four");
    }
}
