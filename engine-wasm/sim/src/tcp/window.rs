//! The congestion window, the slow-start threshold and the receiver's window.

/// Windows of a sender, in segments. A fraction of `cwnd` counts for growth but not for sending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Congestion window.
    pub cwnd: f64,
    /// Slow-start threshold; infinite until something is known of the path.
    pub ssthresh: f64,
    /// Advertised window, whole segments.
    pub rwnd: u32,
}

impl Window {
    /// Segments that may be outstanding: whole segments of the smaller window.
    #[inline]
    pub fn usable(&self) -> u32 {
        // The cast saturates; both windows are at least one segment.
        (self.cwnd as u32).min(self.rwnd)
    }
}
