//! Link layers, tunnels and IP headers, and the reasons for which packets are skipped.

use vegaslab_capture::Skipped;
use vegaslab_capture::layers::segment_in;
use vegaslab_capture::segment::Segment as Parsed;

use crate::builder::*;

fn sample() -> Segment {
    Segment {
        seq: 7,
        ack: 9,
        payload: 100,
        sack: vec![(301, 401)],
        timestamps: Some((5, 6)),
        ip_id: 77,
        ..Segment::default()
    }
}

fn found(link: u16, frame: &Frame) -> Result<Parsed, Skipped> {
    segment_in(link, &frame.bytes, frame.length as usize)
}

#[track_caller]
fn is_sample(link: u16, frame: &Frame) {
    let found = found(link, frame).unwrap_or_else(|reason| panic!("link {link}: skipped, {reason}"));
    assert_eq!((found.from.port, found.to.port), (40_001, 5001));
    assert_eq!((found.seq, found.ack, found.payload, found.window), (7, 9, 100, 40_000));
    assert_eq!((found.sack.blocks(), found.timestamps), (&[(301, 401)][..], Some((5, 6))));
}

const MACS: [u8; 12] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2];

fn after_macs(bytes: &[u8]) -> Vec<u8> {
    [&MACS[..], bytes].concat()
}

/// A data frame of 802.11 from a station, with the given first two bytes and fields after the three addresses.
fn wifi(control: [u8; 2], fields: &[u8]) -> Vec<u8> {
    let mut header = control.to_vec();
    header.extend([0; 2]);
    header.extend([2; 18]);
    header.extend([0x10, 0x20]);
    header.extend(fields);
    header
}

const SNAP: [u8; 8] = [0xaa, 0xaa, 3, 0, 0, 0, 8, 0];

#[test]
fn a_segment_is_found_in_every_link_layer() {
    let prefixes: Vec<(&str, u16, Vec<u8>)> = vec![
        ("Ethernet", 1, after_macs(&[8, 0])),
        ("VLAN", 1, after_macs(&[0x81, 0, 0, 7, 8, 0])),
        ("QinQ", 1, after_macs(&[0x88, 0xa8, 0, 9, 0x81, 0, 0, 7, 8, 0])),
        ("PPPoE", 1, after_macs(&[0x88, 0x64, 0x11, 0, 0, 1, 0, 160, 0, 0x21])),
        ("MPLS", 1, after_macs(&[0x88, 0x47, 0, 1, 0, 64, 0, 2, 1, 64])),
        (
            "MPLS with Ethernet",
            1,
            after_macs(&[&[0x88, 0x47, 0, 1, 1, 64, 0, 0, 0, 0][..], &after_macs(&[8, 0])].concat()),
        ),
        ("LLC and SNAP", 1, after_macs(&[&[0, 160][..], &SNAP].concat())),
        ("raw IP", 12, vec![]),
        ("raw IP", 14, vec![]),
        ("raw IP", 101, vec![]),
        ("raw IPv4", 228, vec![]),
        ("NULL, little-endian", 0, vec![2, 0, 0, 0]),
        ("NULL, big-endian", 0, vec![0, 0, 0, 2]),
        ("LOOP", 108, vec![0, 0, 0, 2]),
        ("Linux cooked", 113, [&[0; 14][..], &[8, 0]].concat()),
        ("Linux cooked with a VLAN", 113, [&[0; 14][..], &[0x81, 0, 0, 7, 8, 0]].concat()),
        ("Linux cooked 2", 276, [&[8, 0][..], &[0; 18]].concat()),
        ("PPP", 9, vec![0, 0x21]),
        ("PPP with address and control", 9, vec![0xff, 3, 0, 0x21]),
        ("PPP with a compressed protocol", 9, vec![0x21]),
        ("PPP in HDLC", 50, vec![0xff, 3, 0, 0x21]),
        ("Cisco HDLC", 104, vec![0x0f, 0, 8, 0]),
        ("802.11", 105, wifi([8, 1], &SNAP)),
        ("802.11 with QoS", 105, wifi([0x88, 1], &[&[0, 0][..], &SNAP].concat())),
        ("802.11 with QoS and HT control", 105, wifi([0x88, 0x81], &[&[0; 6][..], &SNAP].concat())),
        ("802.11 between access points", 105, wifi([8, 3], &[&[2; 6][..], &SNAP].concat())),
        ("radiotap", 127, [&[0, 0, 8, 0, 0, 0, 0, 0][..], &wifi([8, 1], &SNAP)].concat()),
        (
            // Clock, flags with padding, and an address of QoS whose header of 26 bytes is padded to 28.
            "radiotap with padding",
            127,
            [
                &[0, 0, 17, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20][..],
                &wifi([0x88, 1], &[&[0; 4][..], &SNAP].concat()),
            ]
            .concat(),
        ),
    ];
    for (name, link, prefix) in prefixes {
        println!("{name}");
        let frame = sample().frame().within(&prefix);
        is_sample(link, &frame);
        // Its header is needed whole.
        for length in 0..prefix.len() + 40 {
            assert!(found(link, &frame.clone().cut(length)).is_err(), "{name}, {length} bytes");
        }
    }
}

#[test]
fn tunnels_are_opened() {
    let inside = sample().ipv4();
    let wrapped = |protocol: u8, header: &[u8]| {
        let payload = [header, &inside].concat();
        let bytes = ipv4(protocol, 20 + payload.len() as u16 + 100, 1, 0, &payload);
        Frame { time_ns: 0, length: bytes.len() as u32 + 100, bytes, interface: 0 }
    };
    is_sample(101, &wrapped(47, &[0, 0, 8, 0]));
    is_sample(101, &wrapped(47, &[0xb0, 0, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
    // PPTP: key and acknowledgment number, and PPP inside.
    is_sample(101, &wrapped(47, &[0x20, 0x81, 0x88, 0x0b, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0x21]));
    is_sample(101, &wrapped(47, &[&[0, 0, 0x65, 0x58][..], &after_macs(&[8, 0])].concat()));
    is_sample(101, &wrapped(4, &[]));
}

#[test]
fn ip_headers_have_options_and_extensions() {
    let mut with_options = sample().ipv4();
    with_options[0] = 0x47;
    let total = u16::from_be_bytes([with_options[2], with_options[3]]) + 8;
    with_options[2..4].copy_from_slice(&total.to_be_bytes());
    with_options.splice(20..20, [1; 8]);
    let frame = Frame { time_ns: 0, length: with_options.len() as u32 + 100, bytes: with_options, interface: 0 };
    is_sample(101, &frame);
    assert_eq!(found(101, &frame).map(|segment| segment.header), Ok(28 + 20 + 24));

    let hop_by_hop = [43, 0, 1, 4, 0, 0, 0, 0];
    let routing = [60, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let destination = [51, 0, 1, 4, 0, 0, 0, 0];
    let authentication = [44, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let first_fragment = [6, 0, 0, 1, 0, 0, 0, 9];
    let between = [&hop_by_hop[..], &routing, &destination, &authentication, &first_fragment].concat();
    let ipv6 = |first, between: &[u8]| {
        let bytes = sample().ipv6(first, between);
        Frame { time_ns: 0, length: bytes.len() as u32 + 100, bytes, interface: 0 }
    };
    for link in [101, 229] {
        is_sample(link, &ipv6(6, &[]));
        is_sample(link, &ipv6(0, &between));
    }
    is_sample(9, &ipv6(6, &[]).within(&[0, 0x57]));
    is_sample(0, &ipv6(6, &[]).within(&[30, 0, 0, 0]));
    let address = found(101, &ipv6(6, &[])).map(|segment| segment.from.to_string());
    assert_eq!(address, Ok("[2001:db8::1]:40001".to_owned()));
    assert_eq!(found(101, &ipv6(44, &[6, 0, 0, 0x48, 0, 0, 0, 9])).err(), Some(Skipped::LaterFragment));
}

#[test]
fn a_length_of_zero_is_of_an_offloaded_packet() {
    let big = Segment { payload: 70_000, ..sample() };
    let frame = big.frame();
    assert_eq!(frame.bytes[2..4], [0, 0]);
    assert_eq!(found(101, &frame).map(|segment| segment.payload), Ok(70_000));
    // Padding at the end of a short Ethernet frame isn't payload.
    let mut short = ack(0, 0, 1).frame().within(&after_macs(&[8, 0]));
    short.bytes.resize(60, 0);
    short.length = 60;
    assert_eq!(found(1, &short).map(|segment| segment.payload), Ok(0));
}

#[test]
fn skipped_packets_are_counted_by_reason() {
    let arp = Frame { time_ns: 0, bytes: after_macs(&[8, 6, 0, 1]), length: 60, interface: 0 };
    let mut fragment = sample().frame().within(&after_macs(&[8, 0]));
    fragment.bytes[14 + 7] = 3;
    let udp =
        Frame { time_ns: 0, bytes: ipv4(17, 28, 1, 0, &[0; 8]), length: 28, interface: 0 }.within(&after_macs(&[8, 0]));
    let mut malformed = sample().frame().within(&after_macs(&[8, 0]));
    malformed.bytes[14] = 0x42;
    let cut = sample().frame().within(&after_macs(&[8, 0])).cut(50);
    let good = sample().frame().within(&after_macs(&[8, 0]));
    let capture = read(&pcap(1, &[arp, fragment.clone(), fragment, udp, malformed, cut, good]));
    let expected = [
        (Skipped::NotIp, 1),
        (Skipped::NotTcp, 1),
        (Skipped::LaterFragment, 2),
        (Skipped::CutHeader, 1),
        (Skipped::Malformed, 1),
    ];
    assert_eq!(capture.skipped.iter().map(|(reason, count)| (*reason, *count)).collect::<Vec<_>>(), expected);
    assert_eq!((capture.packets, capture.len()), (7, 1));
    let sentences: Vec<String> = capture.oddities().iter().map(ToString::to_string).collect();
    assert!(sentences[0].starts_with("The snap length cut off headers of 1 packets"), "{sentences:?}");
    assert!(sentences[1].starts_with("2 packets are later fragments"), "{sentences:?}");
    for (control, reason) in [([0x80, 0], Skipped::NotIp), ([0x48, 1], Skipped::NotIp), ([8, 0x41], Skipped::Encrypted)]
    {
        assert_eq!(found(105, &sample().frame().within(&wifi(control, &SNAP))).err(), Some(reason));
    }
    let aggregated = sample().frame().within(&wifi([0x88, 1], &[&[0x80, 0][..], &SNAP].concat()));
    assert_eq!(found(105, &aggregated).err(), Some(Skipped::Aggregated));
    assert_eq!(found(147, &sample().frame()).err(), Some(Skipped::UnknownLink));
}
