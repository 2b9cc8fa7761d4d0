//! Captures with random changes, and captures whose shape makes careless algorithms quadratic.

use std::time::Duration;

use cpu_time::ThreadTime;
use vegaslab_capture::Reader;

use crate::builder::*;
use crate::formats::gzip;

/// Inputs of `cargo test`; `npm run check` tries a hundred times as many.
const INPUTS: u32 = 1_000;

/// Random numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }
}

/// The blocks of a file, as far as their lengths lead.
fn blocks(file: &[u8]) -> Vec<Vec<u8>> {
    let is_ng = file.starts_with(&[0x0a, 0x0d, 0x0d, 0x0a]);
    let length = |at: usize| {
        file.get(at..at + 4)
            .map_or(usize::MAX, |four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]) as usize)
    };
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < file.len() {
        let size = match (is_ng, at) {
            (true, _) => length(at + 4),
            (false, 0) => 24,
            (false, _) => length(at + 8).saturating_add(16),
        };
        let end = at.saturating_add(size.max(4)).min(file.len());
        blocks.push(file[at..end].to_vec());
        at = end;
    }
    blocks
}

fn mutated(file: &[u8], random: &mut Random) -> Vec<u8> {
    let mut blocks = blocks(file);
    for _ in 0..1 + random.below(3) {
        let at = random.below(blocks.len());
        let Some(block) = blocks.get(at).cloned() else { break };
        match random.below(8) {
            // Bytes of a packet or a header.
            0..=3 => {
                for _ in 0..1 + random.below(4) {
                    let place = random.below(block.len());
                    let value = match random.below(4) {
                        0 => 0,
                        1 => 0xff,
                        2 => 0x7f,
                        _ => random.next() as u8,
                    };
                    if let Some(byte) = blocks[at].get_mut(place) {
                        *byte = value;
                    }
                }
            }
            4 => {
                blocks.remove(at);
            }
            5 => blocks.insert(at, block),
            6 => {
                let other = random.below(blocks.len());
                blocks.swap(at, other);
            }
            _ => {
                let place = random.below(block.len() + 1);
                blocks[at].truncate(place);
            }
        }
    }
    blocks.concat()
}

/// Reads a file and everything in it. Returns true if it's a capture.
fn check(file: &[u8], piece: usize) -> bool {
    let mut reader = Reader::new();
    for piece in file.chunks(piece) {
        if let Err(problem) = reader.push(piece) {
            assert!(problem.to_string().len() <= 200, "{problem}");
            return false;
        }
    }
    match reader.finish() {
        Err(problem) => {
            assert!(problem.to_string().len() <= 300, "{problem}");
            false
        }
        Ok(capture) => {
            let text = serde_json::to_string(&capture.summary()).expect("a summary is JSON");
            assert!(!text.contains("NaN") && !text.contains("inf"));
            true
        }
    }
}

#[test]
fn changed_captures_are_read_or_refused() {
    let transfer =
        Transfer { segments: 12, lost: vec![3], timestamps: true, scale: Some(7), smss: 1448, ..Transfer::default() };
    let plain = frames(&transfer.segments());
    let ethernet: Vec<Frame> = plain
        .iter()
        .map(|frame| frame.clone().within(&[2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x81, 0, 0, 7, 8, 0]))
        .collect();
    let wifi: Vec<Frame> = plain
        .iter()
        .map(|frame| {
            let header =
                [&[0, 0, 9, 0, 2, 0, 0, 0, 0, 0x88, 1][..], &[2; 24], &[0xaa, 0xaa, 3, 0, 0, 0, 8, 0]].concat();
            frame.clone().within(&header)
        })
        .collect();
    let seeds = [pcap(101, &plain), pcapng(101, &plain), pcapng(1, &ethernet), pcap(127, &wifi)];
    let (mut accepted, mut refused) = (0, 0);
    let mut random = Random(1);
    let inputs = if std::env::var_os("VEGASLAB_CHECK").is_some() { 100 * INPUTS } else { INPUTS };
    for count in 0..inputs {
        let seed = &seeds[random.below(seeds.len())];
        let file = mutated(seed, &mut random);
        // Compressed, and with damage to the compression.
        let file = match count % 8 {
            0 => gzip(&file),
            1 => {
                let mut file = gzip(&file);
                let place = random.below(file.len());
                file[place] ^= 1 << random.below(8);
                file
            }
            _ => file,
        };
        let piece = 1 + random.below(2000);
        if check(&file, piece) { accepted += 1 } else { refused += 1 }
    }
    assert!(accepted > inputs / 10 && refused > inputs / 100, "{accepted} accepted, {refused} refused");
}

#[test]
fn random_bytes_of_every_link_type_are_read_or_skipped() {
    let mut random = Random(7);
    let good = ack(0, 0, 1).frame();
    for link in [0, 1, 9, 12, 50, 51, 101, 104, 105, 108, 113, 127, 228, 229, 276] {
        let mut packets: Vec<Frame> = (0..300)
            .map(|time_ns| {
                let bytes: Vec<u8> =
                    (0..random.below(120)).map(|_| random.next() as u8 & random.next() as u8).collect();
                Frame { time_ns, length: bytes.len() as u32, bytes, interface: 0 }
            })
            .collect();
        packets.push(good.clone());
        check(&pcap(link, &packets), 1000);
    }
}

/// By kind, captures of about `n` packets.
fn slow(n: u32) -> Vec<(&'static str, Vec<Segment>)> {
    let list = |packet: &dyn Fn(u32) -> Segment| {
        (0..n).map(|index| Segment { time_ns: u64::from(index) * US, ..packet(index) }).collect::<Vec<_>>()
    };
    let data = |seq: u32, payload: u32| data(0, 0, seq, payload);
    let ack = |number: u32| ack(0, 1, number);
    vec![
        ("one segment again and again while many wait", list(&|i| data(if i < n / 3 { 100 * i } else { 0 }, 100))),
        (
            "changing segments again while many wait",
            list(&|i| data(if i < n / 2 { 100 * i } else { 100 * (7919 * i % (n / 2)) }, 100)),
        ),
        (
            "60,000 bytes again over segments of one byte",
            list(&|i| if i < n / 2 { data(i, 1) } else { data(0, 60_000.min(n / 2)) }),
        ),
        (
            "all data before all ACKs",
            list(&|i| if i < n / 2 { data(100 * i, 100) } else { ack(100 * (i - n / 2 + 1)) }),
        ),
        ("descending numbers", list(&|i| data(100 * (n - i), 100))),
        (
            "every other segment, then the others",
            list(&|i| data(if i < n / 2 { 200 * i } else { 200 * (i - n / 2) + 100 }, 100)),
        ),
        ("lengths that all differ", list(&|i| data(i.wrapping_mul(i), 1 + i))),
        ("a stream per packet", list(&|i| Segment { port: i as u16, ..data(0, 100) })),
        ("interleaved streams", list(&|i| Segment { port: 1000 + (i & 63) as u16, ..data(100 * (i >> 6), 100) })),
        (
            "a connection per SYN",
            list(&|i| if i % 2 == 0 { Segment { flags: SYN, ..data(1000 * i, 0) } } else { data(1000 * i - 999, 100) }),
        ),
        ("SYNs with numbers that all differ", list(&|i| Segment { flags: SYN, ..data(7919_u32.wrapping_mul(i), 0) })),
        (
            "SACK blocks far apart",
            list(&|i| {
                if i < n / 2 {
                    return data(100 * i, 100);
                }
                let left = 200 * (7919 * i % (n / 4)) + 300;
                Segment { sack: vec![(left, left + 100), (400, 500), (600, 700)], ..ack(100) }
            }),
        ),
        (
            "numbers that wrap around at each segment",
            list(&|i| {
                if i % 2 == 0 {
                    data(0x7fff_0000_u32.wrapping_mul(i), 100)
                } else {
                    ack(0x7fff_0000_u32.wrapping_mul(i))
                }
            }),
        ),
        (
            "a clock that goes back at each segment",
            (0..n).map(|i| Segment { time_ns: u64::from(n - i) * 2 * MS, ..data(100 * i, 100) }).collect(),
        ),
        ("equal packets", list(&|_| ack(1))),
        (
            "all losses before all samples",
            list(&|i| match i.checked_sub(n / 3) {
                None => data(0, 100),
                Some(step) if step % 2 == 0 => data(50 * step + 100, 100),
                Some(step) => ack(50 * (step - 1) + 200),
            }),
        ),
        (
            "losses after samples on a clock that goes back",
            (0..n)
                .map(|i| {
                    let (time_ns, segment) = match i {
                        _ if i >= n / 2 => (u64::from(n - i) * US, data(0, 100)),
                        _ if i % 2 == 0 => (u64::from(i) * US, data(50 * i, 100)),
                        _ => (u64::from(i) * US, ack(50 * (i + 1))),
                    };
                    Segment { time_ns, ..segment }
                })
                .collect(),
        ),
        (
            "duplicate ACKs after lengths that all differ",
            list(&|i| if i < n / 2 { data(i * (i % 65_000), 1 + i) } else { ack(1) }),
        ),
        ("every segment twice", list(&|i| data(100 * (i >> 1), 100))),
        ("segments without data", list(&|i| if i == 0 { data(0, 1) } else { data(i, 0) })),
        (
            "ACKs of every other segment",
            list(&|i| {
                let offset = 100 * (i - (i >> 2));
                if i % 3 == 2 { ack(offset) } else { data(offset, 100) }
            }),
        ),
        (
            "packets at one moment",
            (0..n).map(|i| if i % 2 == 0 { data(50 * i, 100) } else { ack(50 * (i + 1)) }).collect(),
        ),
        (
            "timestamps that are echoed late",
            list(&|i| {
                if i < n / 2 {
                    Segment { timestamps: Some((i, 0)), ..ack(1) }
                } else {
                    Segment { timestamps: Some((0, i - n / 2)), ..data(100 * i, 100) }
                }
            }),
        ),
    ]
}

/// Packets of the smaller capture. The larger one has eight times as many.
const PACKETS: u32 = 4_000;
const TIMES: u32 = 8;

/// Linear work takes 8 times as long, quadratic work 64 times.
const MOST: u32 = 24;

/// Less than this is too short to compare.
const SHORT: Duration = Duration::from_millis(5);

#[test]
fn reading_takes_time_in_proportion_to_the_size() {
    let cpu = |file: &[u8]| {
        let measure = || {
            let before = ThreadTime::now();
            assert!(check(file, 1 << 16));
            before.elapsed()
        };
        measure().min(measure())
    };
    for ((name, short), (_, long)) in slow(PACKETS).into_iter().zip(slow(TIMES * PACKETS)) {
        let [short, long] = [short, long].map(|segments| cpu(&pcap(101, &frames(&segments))));
        assert!(long < short.max(SHORT) * MOST, "{name}: {short:?}, then {long:?}");
    }
}
