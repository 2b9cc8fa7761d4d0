"""Types of a run's results."""

# This file was generated from the engine. Do not edit it: `npm run python -- --write`.

from typing import NotRequired, TypedDict


class LinkSummary(TypedDict):
    """Results of one directed link."""

    name: str
    """Name, as in `R1>R2`."""
    drops: float
    """Packets dropped by a full buffer, or lost on the link itself."""
    mean_queue_bytes: float
    """Bytes in the buffer, including the packet in transmission, averaged over the run."""
    mean_queue_packets: float
    """Packets in the buffer, including the one in transmission, averaged over the run."""
    mean_waiting_packets: float
    """Packets waiting in the buffer, excluding the one in transmission, averaged over the run, as ns-2 counts them."""
    max_queue_bytes: float
    """Maximum bytes in the buffer."""
    utilization: float
    """Share of the run in which the link was transmitting."""


class DatagramSummary(TypedDict):
    """Results of a datagram source."""

    name: str
    """Name of the source."""
    sent: float
    """Datagrams sent."""
    arrived: float
    """Datagrams that reached their destination."""
    dropped: float
    """Datagrams lost on the way."""


class TransferSummary(TypedDict):
    """Results of one connection of a flow."""

    opened_at_s: float
    """Simulated time at which it was opened."""
    completed_at_s: float | None
    """Simulated time at which its last byte was acknowledged."""
    bytes: float | None
    """Bytes to send; `null` if unlimited."""
    retransmitted_bytes: float
    """Payload bytes retransmitted."""
    coarse_timeouts: float
    """Expiries of the retransmission timer."""


class LimitedTimes(TypedDict):
    """The time for which a sender sent no more, by reason, s. The reasons are those of the trace table `limits`."""

    pacing: float
    """The window had room, but pacing or a random wait delayed the next segment."""
    timer: float
    """Data was outstanding, and no ACK would come: only a timer could help."""
    application: float
    """The application had nothing more to send, or no connection was open."""
    receiver: float
    """The receiver's window was full, and cwnd allowed at least as much."""
    flight: float
    """More segments counted as being in the network than cwnd allowed."""
    cwnd: float
    """As many segments counted as being in the network as cwnd allowed."""


class FlowSummary(TypedDict):
    """Results of one flow."""

    name: str
    """Name of the flow."""
    sender_preset: str | None
    """Preset of the sender."""
    goodput_bytes_per_s: float
    """Acknowledged bytes over the time from the start of the flow to its completion or the end of the run."""
    completed_at_s: float | None
    """Simulated time at which the last byte was acknowledged."""
    time_to_bytes_s: dict[str, float | None]
    """Time from the start of the flow until this many bytes were acknowledged, by number of bytes."""
    segments_sent: float
    """Data segments sent, including retransmissions."""
    retransmitted_segments: float
    """Segments retransmitted."""
    retransmitted_bytes: float
    """Payload bytes retransmitted."""
    coarse_timeouts: float
    """Expiries of the retransmission timer."""
    fast_retransmits: float
    """Segments retransmitted because of duplicate ACKs or SACK blocks."""
    fast_retransmit_episodes: float
    """Loss episodes that began with a fast retransmit. One episode can retransmit several segments."""
    early_retransmits: float
    """Retransmissions because a fine-grained timeout had passed."""
    mean_rtt_ms: float | None
    """Mean of the exact RTT samples."""
    var_rtt_ms2: float | None
    """Variance of the exact RTT samples."""
    mean_cwnd_segments: float
    """Congestion window, averaged over the life of the flow."""
    limited_s: LimitedTimes
    """The reasons why the sender sent no more, each with the time for which it was the reason. They add up to the time
    from the start of the flow to its completion or the end of the run."""
    rwnd_limited_at_s: float | None
    """When the receiver's window first was the reason; `null` if it never was."""
    connections: float
    """Connections opened."""
    transfers: list[TransferSummary]
    """Results of the first thousand connections, in order."""


class Summary(TypedDict):
    """Results of a run."""

    scenario: str
    """Name of the scenario."""
    engine_version: str
    """Version of the engine that ran it."""
    seed: float
    """Seed of the run."""
    digest: str
    """Digest of the whole trace."""
    ended_at_s: float
    """Simulated time at the end, s."""
    rows_recorded: float
    """Rows kept in the trace tables `segments`, `windows`, `rtts`, `queues` and `states`."""
    rows_thinned: float
    """Samples left out because of `record.max_rows`."""
    hops_stopped_at_s: NotRequired[float]
    """Time from which hops are missing, because the scenario's `record.hops` window contains too many."""
    packet_hops: float
    """Links crossed, summed over all packets."""
    flows: list[FlowSummary]
    """Results per flow, in the order of the scenario."""
    datagrams: list[DatagramSummary]
    """Results per datagram source, in the order of the scenario."""
    links: list[LinkSummary]
    """Results per directed link."""
