//! The paths of the grid. Each is one link between two hosts, with a drop-tail buffer counted in packets.

use serde_json::{Value, json};

/// TCP and IP headers of every packet, bytes; an ACK has nothing else.
pub const ACK_BYTES: u32 = 40;

/// A buffer size in packets or relative to the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Buffer {
    /// This many packets.
    Packets(u64),
    /// This many bandwidth-delay products.
    Bdp(f64),
}

/// One path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// Short name, as in `grid.json`.
    pub name: &'static str,
    /// Rate of the link.
    pub rate_bps: u64,
    /// Propagation delay of the round trip, ms.
    pub rtt_ms: f64,
    /// Buffer of the link.
    pub buffer: Buffer,
    /// Share of data packets lost at random.
    pub loss: f64,
    /// Payload of a full segment.
    pub smss_bytes: u32,
    /// Advertised window, segments. `None` means four times what the path holds, so it never limits.
    pub rwnd_segments: Option<u32>,
    /// True if the path is cheap enough for `npm test`.
    pub quick: bool,
    /// Maximum seeds; paths with many packets per second get fewer.
    pub max_seeds: u64,
}

const MBIT: u64 = 1_000_000;

const fn path(name: &'static str, rate_bps: u64, rtt_ms: f64, buffer: Buffer, loss: f64) -> Path {
    Path { name, rate_bps, rtt_ms, buffer, loss, smss_bytes: 1_460, rwnd_segments: None, quick: false, max_seeds: 5 }
}

const fn quick(path: Path) -> Path {
    Path { quick: true, ..path }
}

const fn seeds(max_seeds: u64, path: Path) -> Path {
    Path { max_seeds, ..path }
}

/// The paths: 0.1 to 1,000 Mbit/s, 2 to 600 ms, buffers of 3 packets to 10 bandwidth-delay products, 0 to 5 % random
/// loss, and one path limited by the advertised window. The gigabit path of 2 ms carries jumbo frames, as such networks
/// do.
pub const PATHS: [Path; 17] = {
    use Buffer::{Bdp, Packets};
    [
        quick(path("0.1M-300ms-10p", MBIT / 10, 300.0, Packets(10), 0.0)),
        quick(path("0.5M-200ms-3bdp", MBIT / 2, 200.0, Bdp(3.0), 0.0)),
        quick(path("1M-100ms-10p", MBIT, 100.0, Packets(10), 0.0)),
        quick(path("1.5M-60ms-3p", 3 * MBIT / 2, 60.0, Packets(3), 0.0)),
        path("1.5M-600ms-1bdp", 3 * MBIT / 2, 600.0, Bdp(1.0), 0.0),
        path("10M-100ms-100p", 10 * MBIT, 100.0, Packets(100), 0.0),
        path("10M-20ms-10bdp", 10 * MBIT, 20.0, Bdp(10.0), 0.0),
        path("10M-40ms-5p", 10 * MBIT, 40.0, Packets(5), 0.0),
        seeds(3, path("50M-20ms-1bdp", 50 * MBIT, 20.0, Bdp(1.0), 0.0)),
        seeds(2, path("100M-10ms-0.5bdp", 100 * MBIT, 10.0, Bdp(0.5), 0.0)),
        seeds(2, Path { smss_bytes: 8_960, ..path("1000M-2ms-1bdp", 1_000 * MBIT, 2.0, Bdp(1.0), 0.0) }),
        quick(Path { rwnd_segments: Some(20), ..path("10M-100ms-rwnd20", 10 * MBIT, 100.0, Packets(100), 0.0) }),
        path("10M-50ms-100p-0.1%", 10 * MBIT, 50.0, Packets(100), 0.001),
        seeds(2, path("1000M-10ms-0.5bdp-0.1%", 1_000 * MBIT, 10.0, Bdp(0.5), 0.001)),
        quick(path("1.5M-100ms-10p-1%", 3 * MBIT / 2, 100.0, Packets(10), 0.01)),
        path("10M-100ms-100p-1%", 10 * MBIT, 100.0, Packets(100), 0.01),
        quick(path("1M-40ms-10p-5%", MBIT, 40.0, Packets(10), 0.05)),
    ]
};

impl Path {
    /// Bytes of a data packet.
    pub fn packet_bytes(&self) -> u32 {
        self.smss_bytes + ACK_BYTES
    }

    /// Packets that the link sends per second.
    pub fn packets_per_s(&self) -> f64 {
        self.rate_bps as f64 / (8.0 * f64::from(self.packet_bytes()))
    }

    /// RTT with an empty queue, s: propagation plus the transmission of a packet and of its ACK.
    pub fn base_rtt_s(&self) -> f64 {
        self.rtt_ms / 1e3 + self.transmission_s()
    }

    /// Transmission time of a packet plus its ACK, s.
    pub fn transmission_s(&self) -> f64 {
        f64::from(self.packet_bytes() + ACK_BYTES) * 8.0 / self.rate_bps as f64
    }

    /// Packets in flight when the link is just fully used, including the one in transmission.
    pub fn pipe(&self) -> f64 {
        self.packets_per_s() * self.base_rtt_s()
    }

    /// Packets that the buffer holds, including the one in transmission. At least 2 if given in products.
    pub fn buffer_packets(&self) -> u64 {
        match self.buffer {
            Buffer::Packets(packets) => packets,
            Buffer::Bdp(products) => (products * self.packets_per_s() * self.rtt_ms / 1e3).round().max(2.0) as u64,
        }
    }

    /// Maximum packets in flight before one is dropped. The one in transmission is counted in both pipe and buffer.
    pub fn holds(&self) -> f64 {
        self.pipe() + self.buffer_packets() as f64 - 1.0
    }

    /// Advertised window, segments.
    pub fn rwnd(&self) -> u32 {
        self.rwnd_segments.unwrap_or((4.0 * self.holds()).ceil() as u32)
    }

    /// RTT with a full buffer, s.
    pub fn full_rtt_s(&self) -> f64 {
        self.holds().max(self.pipe()) / self.packets_per_s()
    }

    /// The link between `left` and `right`. `scale` scales the propagation delay. Random loss affects data, but not
    /// ACKs.
    pub fn link(&self, queue: &Value, scale: f64) -> Value {
        let loss = match self.loss {
            0.0 => json!({ "kind": "none" }),
            rate => json!({ "kind": "bernoulli", "rate": rate }),
        };
        json!({
            "name": "path", "from": "left", "to": "right", "rate_bps": self.rate_bps,
            "delay_ms": scale * self.rtt_ms / 2.0, "queue": queue, "loss": loss,
            "back": { "queue": { "kind": "unlimited" }, "loss": { "kind": "none" } },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(name: &str) -> Path {
        *PATHS.iter().find(|path| path.name == name).expect("a path of this name")
    }

    #[test]
    fn pipe_buffer_and_window_add_up() {
        // 10 Mbit/s for 100 ms is 83.3 packets of 1500 bytes. One more is in transmission, and its ACK takes 32 us.
        let path = find("10M-100ms-100p");
        assert!((path.pipe() - 84.36).abs() < 0.01, "{}", path.pipe());
        assert!((path.holds() - 183.36).abs() < 0.01, "{}", path.holds());
        assert_eq!(path.rwnd(), 734);
        assert_eq!(find("10M-20ms-10bdp").buffer_packets(), 167);
        assert_eq!(find("10M-100ms-rwnd20").rwnd(), 20);
    }

    #[test]
    fn the_paths_span_the_documented_ranges() {
        let least = |of: fn(&Path) -> f64| PATHS.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Path) -> f64| PATHS.iter().map(of).fold(0.0, f64::max);
        let rate = |path: &Path| path.rate_bps as f64;
        assert_eq!((least(rate), most(rate)), (1e5, 1e9));
        assert_eq!((least(|path| path.rtt_ms), most(|path| path.rtt_ms)), (2.0, 600.0));
        assert_eq!((least(|path| path.loss), most(|path| path.loss)), (0.0, 0.05));
        assert_eq!(least(|path| path.buffer_packets() as f64), 3.0);
        assert!(PATHS.iter().any(|path| path.buffer == Buffer::Bdp(10.0)));
    }
}
