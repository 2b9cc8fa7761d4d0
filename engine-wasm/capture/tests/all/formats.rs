//! File formats: the same packets in each, read in pieces of any size.

use vegaslab_capture::{Capture, Problem, Reader};

use crate::builder::*;

fn transfer() -> Vec<Segment> {
    Transfer { segments: 12, ..Transfer::default() }.segments()
}

/// Times of the first connection's segments, ns after the first packet.
fn times(capture: &Capture) -> Vec<i64> {
    capture.connection(0).expect("a connection").rows.iter().map(|row| row.time_ns).collect()
}

#[test]
fn pcap_is_read_in_both_byte_orders_and_units() {
    let frames = frames(&transfer());
    let expected = times(&read(&pcap(101, &frames)));
    assert_eq!(expected.len(), 27);
    for (little, nanos) in [(true, true), (true, false), (false, true), (false, false)] {
        let capture = read(&pcap_in(101, &frames, little, nanos));
        assert_eq!(capture.origin_ns, i128::from(EPOCH_NS), "little-endian {little}, nanoseconds {nanos}");
        let unit = if nanos { 1 } else { 1000 };
        assert_eq!(times(&capture), expected.iter().map(|time| time / unit * unit).collect::<Vec<_>>());
    }
}

#[test]
fn pieces_may_end_anywhere() {
    let frames = frames(&transfer());
    for file in [pcap(101, &frames), pcapng(101, &frames), gzip(&pcapng(101, &frames))] {
        let expected = times(&read(&file));
        for piece in [1, 3, 7, 64, 1000, file.len()] {
            assert_eq!(times(&read_in(&file, piece).expect("a capture")), expected, "pieces of {piece} bytes");
        }
    }
}

#[test]
fn pcapng_has_several_sections_and_interfaces_with_clocks_of_their_own() {
    let segments = transfer();
    let frames = frames(&segments);
    let expected = times(&read(&pcap(101, &frames)));
    let mut file = section(true);
    // Nanoseconds; microseconds by default with an offset; units of 2^-30 s.
    for (resolution, offset_s) in [(Some(9), None), (None, Some(1_700_000_000)), (Some(0x80 | 30), Some(1_700_000_000))]
    {
        file.extend(interface(101, resolution, offset_s, true));
    }
    let mut close = expected.clone();
    for (index, frame) in frames.iter().enumerate().take(15) {
        let frame = Frame { interface: index as u32 % 3, ..frame.clone() };
        let (ticks, error) = match index % 3 {
            0 => (EPOCH_NS + frame.time_ns, 0),
            1 => (frame.time_ns / US, (frame.time_ns % US) as i64),
            _ => ((u128::from(frame.time_ns) << 30).div_ceil(u128::from(S)) as u64, 0),
        };
        close[index] -= error;
        file.extend(packet(&frame, ticks, true));
        // Blocks of other types are skipped.
        file.extend(block(5, &[0; 12], true));
    }
    // The second section is big-endian, and has an Ethernet interface.
    file.extend(section(false));
    file.extend(interface(1, Some(9), Some(1_600_000_000), false));
    for frame in &frames[15..] {
        let frame = frame.clone().within(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0]);
        file.extend(packet(&frame, 100_000_000 * S + frame.time_ns, false));
    }
    let read = times(&read(&file));
    assert_eq!(read.len(), close.len());
    for (read, close) in read.iter().zip(close) {
        assert!((read - close).abs() <= 1, "{read} ns instead of {close} ns");
    }
}

#[test]
fn simple_packets_have_the_time_of_the_packet_before() {
    let segments = transfer();
    let mut file = section(true);
    file.extend(interface(101, Some(9), None, true));
    let frames = frames(&segments);
    file.extend(packet(&frames[0], EPOCH_NS, true));
    let mut content = frames[1].length.to_le_bytes().to_vec();
    content.extend(&frames[1].bytes);
    file.extend(block(3, &content, true));
    assert_eq!(times(&read(&file)), [0, 0]);
}

/// Compressed without compression: one stored block per 60,000 bytes.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut file = vec![0x1f, 0x8b, 8, 0x08 | 0x04 | 0x10, 0, 0, 0, 0, 0, 3];
    file.extend([4, 0, 1, 2, 3, 4]);
    file.extend(b"name\0comment\0");
    let count = bytes.chunks(60_000).count();
    for (index, piece) in bytes.chunks(60_000).enumerate() {
        file.push(u8::from(index + 1 == count));
        let length = piece.len() as u16;
        file.extend(length.to_le_bytes());
        file.extend((!length).to_le_bytes());
        file.extend(piece);
    }
    let crc = !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 })
    });
    file.extend(crc.to_le_bytes());
    file.extend((bytes.len() as u32).to_le_bytes());
    file
}

#[test]
fn gzip_is_decompressed() {
    let file = pcap(101, &frames(&transfer()));
    let expected = times(&read(&file));
    assert_eq!(times(&read(&gzip(&file))), expected);
    let packed = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &miniz_oxide::deflate::compress_to_vec(&file, 9)].concat();
    let trailer = &gzip(&file)[gzip(&file).len() - 8..];
    assert!(packed.len() < file.len() / 2);
    assert_eq!(times(&read(&[&packed, trailer].concat())), expected);
    // Members one after the other are one file.
    let (one, other) = file.split_at(500);
    assert_eq!(times(&read(&[gzip(one), gzip(other)].concat())), expected);
    assert_eq!(times(&read(&[gzip(&file), vec![0; 512]].concat())), expected);
}

#[test]
fn damaged_files_say_where() {
    let problem = |file: &[u8]| read_in(file, 64).err().map(|problem| problem.to_string()).unwrap_or_default();
    let frames = frames(&transfer());
    let file = pcap(101, &frames);
    assert_eq!(read_in(&[], 1).err(), Some(Problem::NotACapture));
    assert_eq!(problem(b"hello, world"), Problem::NotACapture.to_string());
    assert_eq!(problem(&file[..24]), Problem::NoPackets.to_string());
    let mut long = file.clone();
    long[32..36].copy_from_slice(&[0xff; 4]);
    assert_eq!(problem(&long), "The packet at byte 32 has a size of 4294967295 bytes. At most 16777216 are allowed.");
    let ng = pcapng(101, &frames);
    let with = |at: usize, bytes: &[u8]| {
        let mut file = ng.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        problem(&file)
    };
    assert_eq!(with(8, &[0]), "The section at byte 8 has no valid byte-order magic.");
    let first = section(true).len() + interface(101, Some(9), None, true).len();
    assert!(with(first + 4, &[13]).starts_with(&format!("The block at byte {} has a length of", first + 4)));
    assert!(with(first + 8, &[7]).contains("uses interface 7"));
    assert!(with(first + 20, &[200]).contains("more than its block can contain"));
    let mut packed = gzip(&file);
    let end = packed.len();
    packed[end - 8] ^= 1;
    assert!(problem(&packed).starts_with("The compressed file is damaged near byte"), "{}", problem(&packed));
    assert_eq!(problem(&pcap(147, &frames)).split(" isn’t").next(), Some("The capture’s link type 147"));
    let udp = Frame { time_ns: 0, bytes: ipv4(17, 28, 1, 0, &[0; 8]), length: 28, interface: 0 };
    assert_eq!(read_in(&pcap(101, &[udp]), 64).err(), Some(Problem::NoTcp { packets: 1 }));
}

#[test]
fn a_file_that_ends_inside_a_packet_is_read_up_to_there() {
    let frames = frames(&transfer());
    for file in [pcap(101, &frames), pcapng(101, &frames)] {
        let capture = read(&file[..file.len() - 1]);
        assert_eq!((capture.packets, capture.is_cut), (26, true));
        assert!(!read(&file).is_cut);
    }
    let packed = gzip(&pcap(101, &frames));
    assert!(read(&packed[..packed.len() - 4]).is_cut);
}

#[test]
fn a_small_file_with_much_in_it_is_refused() {
    let frames = frames(&transfer());
    let mut file = pcap(101, &frames);
    // Repeated segments and empty records compress by a factor of hundreds.
    let record = file[24..].to_vec();
    while file.len() < 3_000_000 {
        file.extend(&record);
        file.extend([0; 16 * 500]);
    }
    let body = miniz_oxide::deflate::compress_to_vec(&file, 9);
    let trailer = &gzip(&file)[gzip(&file).len() - 8..];
    let packed = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &body, trailer].concat();
    assert!(100 * packed.len() < file.len(), "{} bytes", packed.len());
    let read = |most: u64| {
        let mut reader = Reader::with_limit(most);
        packed.chunks(1000).try_for_each(|piece| reader.push(piece)).and_then(|()| reader.finish())
    };
    let size = file.len() as u64;
    assert!(read(size).is_ok());
    let Err(problem) = read(size - 1) else { panic!("it was read") };
    assert_eq!(problem, Problem::DecompressedSize { most: size - 1 });
    assert!(problem.to_string().contains(&format!("more than {} bytes", size - 1)), "{problem}");
    // Several members count together.
    let twice = [&packed[..], &packed].concat();
    let mut reader = Reader::with_limit(size);
    assert_eq!(reader.push(&twice), Err(Problem::DecompressedSize { most: size }));
    // A file that isn't compressed is as large as it looks.
    let mut plain = Reader::with_limit(0);
    assert_eq!(plain.push(&file), Ok(()));
}
