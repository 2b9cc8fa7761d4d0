"""The tables of a trace."""

# This file was generated from the engine. Do not edit it: `npm run python -- --write`.

from .table import Table


class Tables:
    """The tables of a trace, as attributes."""

    def _table(self, name: str) -> Table:
        raise NotImplementedError

    @property
    def segments(self) -> Table:
        """Events of segments, ACKs and datagrams at both ends and on the path.

        Columns:

        * time_s (s): Time.
        * flow: Index of the flow, or after the flows that of the datagram source.
        * kind: Code: send, retransmit_fast, retransmit_early, retransmit_timeout, ack, dup_ack, data_arrived,
          ack_sent, dup_ack_sent, drop_full, drop_error, ack_drop_full, ack_drop_error, marked, ack_marked,
          datagram_sent, datagram_arrived, datagram_drop_full, datagram_drop_error, datagram_marked.
        * seq (segments): Number of the data segment, or for an ACK the next segment expected.
        * place: Index of the directed link of a drop, else 0.
        """
        return self._table("segments")

    @property
    def windows(self) -> Table:
        """The sender's congestion window, ssthresh and flight after each change.

        Columns:

        * time_s (s): Time.
        * flow: Index of the flow.
        * cwnd (segments): Congestion window.
        * ssthresh (segments): Slow-start threshold; infinite until something is known of the path.
        * flight (segments): Segments in flight.
        """
        return self._table("windows")

    @property
    def rtts(self) -> Table:
        """RTT samples and the sender's estimates after each.

        Columns:

        * time_s (s): Time.
        * flow: Index of the flow.
        * rtt_ms (ms): The sample, as the sender's fine clock shows it.
        * srtt_ms (ms): Smoothed RTT of the retransmission timer; NaN before its first sample.
        * rto_ms (ms): Retransmission timeout.
        * base_rtt_ms (ms): Smallest RTT seen.
        * diff (segments): Segments that the flow keeps in queues, as Vegas estimated them in the last round; NaN
          before the first round.
        """
        return self._table("rtts")

    @property
    def queues(self) -> Table:
        """Contents of the output buffers after each change, including the packet in transmission.

        Columns:

        * time_s (s): Time.
        * link: Index of the directed link.
        * bytes (bytes): Bytes held.
        * packets (packets): Packets held.
        """
        return self._table("queues")

    @property
    def states(self) -> Table:
        """State changes of each sender.

        Columns:

        * time_s (s): Time.
        * flow: Index of the flow.
        * state: Code: slow_start, avoidance, recovery, timeout, done, aborted.
        """
        return self._table("states")

    @property
    def limits(self) -> Table:
        """Reasons why each sender sends no more, at each change; before the first row of a flow it's the application.

        Columns:

        * time_s (s): Time.
        * flow: Index of the flow.
        * limit: Code: pacing, timer, application, receiver, flight, cwnd.
        """
        return self._table("limits")

    @property
    def decisions(self) -> Table:
        """Decisions of delay-based rules, each with the values it is based on; NaN for values that the rule doesn't
        use.

        Columns:

        * time_s (s): Time.
        * flow: Index of the flow.
        * verdict: Code: raise, hold, lower, leave_slow_start, stay_in_slow_start.
        * cwnd (segments): Congestion window before it.
        * base_rtt_ms (ms): Smallest RTT, as the rule measures it.
        * rtt_ms (ms): RTT of the round, or the value that the rule uses instead.
        * expected (segments/s): Rate that the path would carry without a queue.
        * actual (segments/s): Rate that it carried.
        * diff (segments): Segments that the flow keeps in queues, as the rule compares them: rounded, where it
          rounds them.
        * alpha (segments): With fewer than this, cwnd may grow; gamma in slow start.
        * beta (segments): With more than this, cwnd shrinks; gamma in slow start.
        """
        return self._table("decisions")

    @property
    def checks(self) -> Table:
        """Checks of the fine-grained timer of the first outstanding segment: on a duplicate ACK before or after the
        third, and on the first new ACKs after a retransmission.

        Columns:

        * time_s (s): Time.
        * flow: Index of the flow.
        * seq (segments): The first outstanding segment.
        * dup_acks (ACKs): Duplicate ACKs so far; 0 on a new ACK.
        * waited_ms (ms): How long ago it was sent, as the sender's fine clock shows it.
        * fine_rto_ms (ms): Its fine-grained timeout.
        * expired: 1 if the timeout has passed, so the segment is considered lost; else 0.
        """
        return self._table("checks")

    @property
    def sacks(self) -> Table:
        """SACK blocks of ACKs, in the order of the option: the most recent first.

        Columns:

        * time_s (s): Time.
        * flow: Index of the flow.
        * tap: 0: the ACK leaves the receiver; 1: it reaches the sender.
        * ack (segments): The next segment that the ACK expects.
        * from (segments): First segment of the block.
        * to (segments): One past its last.
        """
        return self._table("sacks")

    @property
    def hops(self) -> Table:
        """Packets at both ends of every link, for packets that enter it within `record.hops`. A link is FIFO: the n-th
        packet that was offered and not dropped is the n-th that arrives.

        Columns:

        * time_s (s): Time.
        * link: Index of the directed link.
        * flow: Index of the flow, or after the flows that of the datagram source.
        * event: Code: offered, dropped, arrived.
        * kind: Code: data, ack, datagram.
        * seq: Number of the data segment or of the datagram, or for an ACK the next segment expected.
        """
        return self._table("hops")

    @property
    def gaps(self) -> Table:
        """Where samples were left out, because the run has more than `record.max_rows` rows. Each gap lies between two
        consecutive rows of a flow or link in a table, or after the last one.

        Columns:

        * time_s (s): Time of the first row that was left out.
        * table: Code: segments, windows, rtts, queues, decisions, sacks, limits.
        * key: Index of the flow, or in `queues` of the directed link.
        * row (rows): Number of rows of the flow or link in the table before the gap.
        """
        return self._table("gaps")
