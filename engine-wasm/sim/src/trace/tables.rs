//! The tables of a trace. Each is a set of columns of equal length; the rows of each flow or link are in time order.

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column<'a> {
    /// Real numbers.
    F64(&'a [f64]),
    /// Counts.
    U32(&'a [u32]),
    /// Indices.
    U16(&'a [u16]),
    /// Codes.
    U8(&'a [u8]),
}

/// A column of a table, to be filled.
#[derive(Debug)]
pub enum ColumnMut<'a> {
    /// Real numbers.
    F64(&'a mut Vec<f64>),
    /// Counts.
    U32(&'a mut Vec<u32>),
    /// Indices.
    U16(&'a mut Vec<u16>),
    /// Codes.
    U8(&'a mut Vec<u8>),
}

/// Describes a column.
#[derive(Clone, Copy, Debug)]
pub struct ColumnInfo {
    /// Its name.
    pub name: &'static str,
    /// Element type: `f64`, `u32`, `u16` or `u8`.
    pub element: &'static str,
    /// Unit, empty for indices and codes.
    pub unit: &'static str,
    /// The contents, for documentation.
    pub doc: &'static str,
}

macro_rules! tables {
    ($(
        $(#[doc = $doc:literal])+
        $table:ident : $Table:ident { $( $(#[doc = $column_doc:literal])+ $column:ident : $element:ident $unit:literal, )+ }
    )+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Debug, Default, PartialEq)]
            pub struct $Table { $( $(#[doc = $column_doc])+ pub $column: Vec<$element>, )+ }

            impl $Table {
                /// Appends a row.
                #[inline]
                #[allow(clippy::too_many_arguments, reason = "one argument per column")]
                pub fn push(&mut self, $($column: $element),+) {
                    $( self.$column.push($column); )+
                }

                /// Appends a row of another table.
                pub fn push_from(&mut self, other: &Self, row: usize) {
                    $( self.$column.push(other.$column[row]); )+
                }

                /// Number of rows.
                pub fn len(&self) -> usize {
                    self.time_s.len()
                }

                /// Returns true if the table has no row.
                pub fn is_empty(&self) -> bool {
                    self.time_s.is_empty()
                }
            }
        )+

        /// All tables of a trace, or of a chunk of it.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Tables { $( $(#[doc = $doc])+ pub $table: $Table, )+ }

        impl Tables {
            /// Calls `visit(table, column, elements)` for every column.
            pub fn columns<'a>(&'a self, mut visit: impl FnMut(&'static str, &'static str, Column<'a>)) {
                $( $( visit(stringify!($table), stringify!($column), tables!(@column $element &self.$table.$column)); )+ )+
            }

            /// Like `columns`, but `visit` may fill the columns. It must give those of one table the same length.
            pub fn columns_mut(&mut self, mut visit: impl FnMut(&'static str, &'static str, ColumnMut<'_>)) {
                $( $(
                    visit(stringify!($table), stringify!($column), tables!(@column_mut $element &mut self.$table.$column));
                )+ )+
            }

            /// Rows of all tables together.
            pub fn rows(&self) -> usize {
                0 $( + self.$table.len() )+
            }

            /// Removes all rows, but keeps their memory for other rows.
            pub fn clear(&mut self) {
                $( $( self.$table.$column.clear(); )+ )+
            }

            /// Bytes of the rows.
            pub fn used_bytes(&self) -> usize {
                0 $( $( + self.$table.$column.len() * size_of::<$element>() )+ )+
            }

            /// Bytes of memory for rows, used or not.
            pub fn memory_bytes(&self) -> usize {
                0 $( $( + self.$table.$column.capacity() * size_of::<$element>() )+ )+
            }

            /// Describes the tables and columns.
            pub fn describe() -> Vec<(&'static str, &'static str, Vec<ColumnInfo>)> {
                vec![$( (stringify!($table), concat!($($doc),+).trim_ascii(), vec![$( ColumnInfo {
                    name: stringify!($column),
                    element: stringify!($element),
                    unit: $unit,
                    doc: concat!($($column_doc),+).trim_ascii(),
                } ),+]) ),+]
            }
        }
    };
    (@column f64 $slice:expr) => { Column::F64($slice) };
    (@column u32 $slice:expr) => { Column::U32($slice) };
    (@column u16 $slice:expr) => { Column::U16($slice) };
    (@column u8 $slice:expr) => { Column::U8($slice) };
    (@column_mut f64 $vec:expr) => { ColumnMut::F64($vec) };
    (@column_mut u32 $vec:expr) => { ColumnMut::U32($vec) };
    (@column_mut u16 $vec:expr) => { ColumnMut::U16($vec) };
    (@column_mut u8 $vec:expr) => { ColumnMut::U8($vec) };
}

tables! {
    /// Events of segments, ACKs and datagrams at both ends and on the path.
    segments: Segments {
        /// Time.
        time_s: f64 "s",
        /// Index of the flow, or after the flows that of the datagram source.
        flow: u16 "",
        /// Index into `SEGMENT_KINDS`.
        kind: u8 "",
        /// Number of the data segment, or for an ACK the next segment expected.
        seq: u32 "segments",
        /// Index of the directed link of a drop, else 0.
        place: u16 "",
    }
    /// The sender's congestion window, ssthresh and flight after each change.
    windows: Windows {
        /// Time.
        time_s: f64 "s",
        /// Index of the flow.
        flow: u16 "",
        /// Congestion window.
        cwnd: f64 "segments",
        /// Slow-start threshold; infinite until something is known of the path.
        ssthresh: f64 "segments",
        /// Segments in flight.
        flight: u32 "segments",
    }
    /// RTT samples and the sender's estimates after each.
    rtts: Rtts {
        /// Time.
        time_s: f64 "s",
        /// Index of the flow.
        flow: u16 "",
        /// The sample, as the sender's fine clock shows it.
        rtt_ms: f64 "ms",
        /// Smoothed RTT of the retransmission timer; NaN before its first sample.
        srtt_ms: f64 "ms",
        /// Retransmission timeout.
        rto_ms: f64 "ms",
        /// Smallest RTT seen.
        base_rtt_ms: f64 "ms",
        /// Segments that the flow keeps in queues, as Vegas estimated them in the last round; NaN before the first
        /// round.
        diff: f64 "segments",
    }
    /// Contents of the output buffers after each change, including the packet in transmission.
    queues: Queues {
        /// Time.
        time_s: f64 "s",
        /// Index of the directed link.
        link: u16 "",
        /// Bytes held.
        bytes: u32 "bytes",
        /// Packets held.
        packets: u32 "packets",
    }
    /// State changes of each sender.
    states: States {
        /// Time.
        time_s: f64 "s",
        /// Index of the flow.
        flow: u16 "",
        /// Index into `FLOW_STATES`.
        state: u8 "",
    }
    /// Reasons why each sender sends no more, at each change; before the first row of a flow it's the application.
    limits: Limits {
        /// Time.
        time_s: f64 "s",
        /// Index of the flow.
        flow: u16 "",
        /// Index into `SEND_LIMITS`.
        limit: u8 "",
    }
    /// Decisions of delay-based rules, each with the values it is based on; NaN for values that the rule doesn't use.
    decisions: Decisions {
        /// Time.
        time_s: f64 "s",
        /// Index of the flow.
        flow: u16 "",
        /// Index into `DECISION_VERDICTS`.
        verdict: u8 "",
        /// Congestion window before it.
        cwnd: f64 "segments",
        /// Smallest RTT, as the rule measures it.
        base_rtt_ms: f64 "ms",
        /// RTT of the round, or the value that the rule uses instead.
        rtt_ms: f64 "ms",
        /// Rate that the path would carry without a queue.
        expected: f64 "segments/s",
        /// Rate that it carried.
        actual: f64 "segments/s",
        /// Segments that the flow keeps in queues, as the rule compares them: rounded, where it rounds them.
        diff: f64 "segments",
        /// With fewer than this, cwnd may grow; gamma in slow start.
        alpha: f64 "segments",
        /// With more than this, cwnd shrinks; gamma in slow start.
        beta: f64 "segments",
    }
    /// Checks of the fine-grained timer of the first outstanding segment: on a duplicate ACK before or after the third,
    /// and on the first new ACKs after a retransmission.
    checks: Checks {
        /// Time.
        time_s: f64 "s",
        /// Index of the flow.
        flow: u16 "",
        /// The first outstanding segment.
        seq: u32 "segments",
        /// Duplicate ACKs so far; 0 on a new ACK.
        dup_acks: u32 "ACKs",
        /// How long ago it was sent, as the sender's fine clock shows it.
        waited_ms: f64 "ms",
        /// Its fine-grained timeout.
        fine_rto_ms: f64 "ms",
        /// 1 if the timeout has passed, so the segment is considered lost; else 0.
        expired: u8 "",
    }
    /// SACK blocks of ACKs, in the order of the option: the most recent first.
    sacks: Sacks {
        /// Time.
        time_s: f64 "s",
        /// Index of the flow.
        flow: u16 "",
        /// 0: the ACK leaves the receiver; 1: it reaches the sender.
        tap: u8 "",
        /// The next segment that the ACK expects.
        ack: u32 "segments",
        /// First segment of the block.
        from: u32 "segments",
        /// One past its last.
        to: u32 "segments",
    }
    /// Packets at both ends of every link, for packets that enter it within `record.hops`. A link is FIFO: the n-th
    /// packet that was offered and not dropped is the n-th that arrives.
    hops: Hops {
        /// Time.
        time_s: f64 "s",
        /// Index of the directed link.
        link: u16 "",
        /// Index of the flow, or after the flows that of the datagram source.
        flow: u16 "",
        /// Index into `HOP_EVENTS`.
        event: u8 "",
        /// Index into `PACKET_KINDS`.
        kind: u8 "",
        /// Number of the data segment or of the datagram, or for an ACK the next segment expected.
        seq: u32 "",
    }
    /// Where samples were left out, because the run has more than `record.max_rows` rows. Each gap lies between two
    /// consecutive rows of a flow or link in a table, or after the last one.
    gaps: Gaps {
        /// Time of the first row that was left out.
        time_s: f64 "s",
        /// Index into `SAMPLED_TABLES`.
        table: u8 "",
        /// Index of the flow, or in `queues` of the directed link.
        key: u16 "",
        /// Number of rows of the flow or link in the table before the gap.
        row: u32 "rows",
    }
}

macro_rules! codes {
    ($(#[doc = $doc:literal])+ $Name:ident, $NAMES:ident { $( $(#[doc = $code_doc:literal])+ $Code:ident = $name:literal, )+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum $Name { $( $(#[doc = $code_doc])+ $Code, )+ }

        $(#[doc = $doc])+
        pub const $NAMES: &[&str] = &[$($name),+];

        impl $Name {
            /// All of them, by code.
            pub const ALL: &[Self] = &[$(Self::$Code),+];
        }
    };
}

codes! {
    /// Kinds of segment events, by code.
    SegmentKind, SEGMENT_KINDS {
        /// A new segment leaves the sender.
        Send = "send",
        /// A segment is retransmitted because of duplicate ACKs.
        RetransmitFast = "retransmit_fast",
        /// A segment is retransmitted because its fine-grained timeout had passed.
        RetransmitEarly = "retransmit_early",
        /// A segment is retransmitted after a timeout made the sender go back.
        RetransmitTimeout = "retransmit_timeout",
        /// A new ACK reaches the sender.
        Ack = "ack",
        /// A duplicate ACK reaches the sender.
        DupAck = "dup_ack",
        /// A data segment reaches the receiver.
        DataArrived = "data_arrived",
        /// The receiver sends a new ACK.
        AckSent = "ack_sent",
        /// The receiver sends a duplicate ACK.
        DupAckSent = "dup_ack_sent",
        /// A data segment finds the buffer of a link full.
        DropFull = "drop_full",
        /// A data segment is lost on a link for a reason other than a full buffer.
        DropError = "drop_error",
        /// An ACK finds the buffer of a link full.
        AckDropFull = "ack_drop_full",
        /// An ACK is lost on a link for a reason other than a full buffer.
        AckDropError = "ack_drop_error",
        /// A queue marks a data segment instead of dropping it.
        Marked = "marked",
        /// A queue marks an ACK.
        AckMarked = "ack_marked",
        /// A datagram leaves its source.
        DatagramSent = "datagram_sent",
        /// A datagram reaches its destination.
        DatagramArrived = "datagram_arrived",
        /// A datagram finds the buffer of a link full.
        DatagramDropFull = "datagram_drop_full",
        /// A datagram is lost on a link for a reason other than a full buffer.
        DatagramDropError = "datagram_drop_error",
        /// A queue marks a datagram.
        DatagramMarked = "datagram_marked",
    }
}

impl SegmentKind {
    /// Returns true for losses, retransmissions and duplicate ACKs. Thinning keeps them all, because they explain the
    /// run.
    pub fn is_never_thinned(self) -> bool {
        use SegmentKind as Kind;
        !matches!(
            self,
            Kind::Send
                | Kind::Ack
                | Kind::DataArrived
                | Kind::AckSent
                | Kind::Marked
                | Kind::AckMarked
                | Kind::DatagramSent
                | Kind::DatagramArrived
                | Kind::DatagramMarked
        )
    }
}

codes! {
    /// Tables whose samples are thinned, by code.
    SampledTable, SAMPLED_TABLES {
        /// `segments`, except losses, retransmissions and duplicate ACKs.
        Segments = "segments",
        /// `windows`.
        Windows = "windows",
        /// `rtts`.
        Rtts = "rtts",
        /// `queues`.
        Queues = "queues",
        /// `decisions`.
        Decisions = "decisions",
        /// `sacks`.
        Sacks = "sacks",
        /// `limits`.
        Limits = "limits",
    }
}

codes! {
    /// States of a flow, by code.
    FlowState, FLOW_STATES {
        /// cwnd is below ssthresh.
        SlowStart = "slow_start",
        /// cwnd is above ssthresh.
        Avoidance = "avoidance",
        /// Fast recovery.
        Recovery = "recovery",
        /// The retransmission timer expired; slow start follows.
        Timeout = "timeout",
        /// All data is acknowledged.
        Done = "done",
        /// The connection was aborted after too many timeouts.
        Aborted = "aborted",
    }
}

codes! {
    /// Reasons why a sender sends no more, by code. They're judged in this order whenever it could send, and whenever the
    /// flow's last packet leaves the network. A recovery that counts the segments in the network judges the windows
    /// before the application.
    SendLimit, SEND_LIMITS {
        /// The window has room for a segment, but pacing or the random wait before a segment isn't over.
        Pacing = "pacing",
        /// Data is outstanding, but no packet of the flow is in the network and the receiver delays no ACK. So no ACK
        /// will come, and only a timer of the sender can help.
        Timer = "timer",
        /// Nothing waits to be sent, or no connection is open.
        Application = "application",
        /// The receiver's window is full, and cwnd allows at least as much.
        Receiver = "receiver",
        /// More segments count as being in the network than cwnd allows.
        Flight = "flight",
        /// As many segments count as being in the network as cwnd allows.
        Cwnd = "cwnd",
    }
}

impl Default for SendLimit {
    /// The reason before the first connection opens.
    fn default() -> Self {
        Self::Application
    }
}

codes! {
    /// Verdicts of delay-based rules, by code.
    DecisionVerdict, DECISION_VERDICTS {
        /// cwnd may grow.
        Raise = "raise",
        /// cwnd stays.
        Hold = "hold",
        /// cwnd shrinks.
        Lower = "lower",
        /// Slow start is over.
        LeaveSlowStart = "leave_slow_start",
        /// Slow start continues.
        StayInSlowStart = "stay_in_slow_start",
    }
}

codes! {
    /// Events of a packet at a link, by code.
    HopEvent, HOP_EVENTS {
        /// The packet enters the link.
        Offered = "offered",
        /// The buffer is full, or the packet is lost at the entry of the link. Its time is the same as for `offered`.
        Dropped = "dropped",
        /// The packet arrives at the far end, corrupted or not; `segments` records the loss of a corrupted packet.
        Arrived = "arrived",
    }
}

codes! {
    /// Kinds of packets, by code.
    PacketKind, PACKET_KINDS {
        /// A data segment.
        Data = "data",
        /// An acknowledgment.
        Ack = "ack",
        /// A datagram.
        Datagram = "datagram",
    }
}
