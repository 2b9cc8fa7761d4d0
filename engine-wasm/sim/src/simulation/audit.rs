//! Invariants that hold between any two events of any run. The tests check them on random scenarios.

use super::Simulation;

impl Simulation {
    /// Checks the books: packets are conserved per link and per flow, no window is below one segment, data outstanding
    /// mean a running timer or a segment that waits for its pace, and no end is ahead of the other.
    ///
    /// # Errors
    /// What does not add up.
    pub fn audit(&self) -> Result<(), String> {
        let ensure =
            |holds: bool, what: String| if holds { Ok(()) } else { Err(format!("at {} s: {what}", self.now_s())) };
        let mut in_transit = vec![0; self.flows.len() + self.sources.len()];
        for (port, name) in self.ports.iter().zip(&self.port_names) {
            let totals = port.totals(self.now);
            let accounted = totals.delivered + totals.dropped_error + port.in_transit().len() as u64;
            ensure(
                totals.accepted == accounted,
                format!("{name}: {} taken in, {accounted} accounted for", totals.accepted),
            )?;
            ensure(totals.busy <= self.now, format!("{name} was busy longer than the run lasted"))?;
            for packet in port.in_transit() {
                in_transit[usize::from(packet.flow)] += 1;
            }
        }
        let of_flows = self.flows.iter().map(|flow| flow.packets);
        let packets = of_flows.chain(self.sources.iter().map(|source| source.packets));
        for (packets, in_transit) in packets.zip(in_transit) {
            let accounted = packets.arrived + packets.dropped + in_transit;
            ensure(packets.sent == accounted, format!("{} packets sent, {accounted} accounted for", packets.sent))?;
        }
        for flow in &self.flows {
            let sender = &flow.sender;
            let window = sender.window();
            ensure(window.cwnd >= 1.0 && window.cwnd.is_finite(), format!("cwnd is {}", window.cwnd))?;
            ensure(window.ssthresh >= 2.0, format!("ssthresh is {}", window.ssthresh))?;
            let (una, max, next) = (sender.snd_una(), sender.snd_max(), flow.receiver.rcv_nxt());
            ensure(una <= next && next <= max, format!("snd_una {una}, rcv_nxt {next}, snd_max {max}"))?;
            ensure(
                una == max || sender.is_aborted() || sender.wakes_at().is_some(),
                "no timer and no pace while data are outstanding".into(),
            )?;
            let complete = flow.totals.ended.is_some() && !sender.is_aborted();
            ensure(!complete || next == max, "complete, but the receiver has not all".into())?;
        }
        Ok(())
    }
}
