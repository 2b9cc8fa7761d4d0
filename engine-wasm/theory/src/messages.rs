//! The theory's messages: sources of its numbers, caveats, and reasons why it doesn't cover a flow.

use crate::network::Unsolvable;
use vegaslab_sim::message::Message;

vegaslab_sim::messages! {
    // Meaning and source of the numbers.
    at_rest() = "predicted equilibrium for long-lived flows, assuming that links only queue and lose nothing";
    mean_of_losses() = "predicted averages for flows that halve their windows at losses, assuming that every segment is lost with the same probability and that no queue adds to the RTT";
    low_theorem_1() = "Low, Peterson & Wang 2000, Theorem 1";
    low_theorem_1_with_marks() = "Low, Peterson & Wang 2000, Theorem 1 with marks for prices, equations 24 to 27";
    low_theorem_3() = "Low, Peterson & Wang 2000, Theorem 3, with the delay that each flow measured";
    padhye_full_form() = "Padhye, Firoiu, Towsley & Kurose 1998, full form";

    // Reasons why the theory doesn't cover a sender.
    adds_more_than_a_segment() = "it adds more than a segment per RTT";
    does_not_halve() = "it doesn't halve its window at a loss";
    begins_anew() = "after a loss it starts over instead of continuing with half of its window";
    other_avoidance(kind: &str) = "its congestion avoidance is {kind}; the theory covers only cam, rem_price and aimd";
    other_timer(kind: &str) = "the theory doesn't know the shortest timeout of its timer {kind}";

    // Reasons why it doesn't cover a flow.
    takes_turns(flow: &str) = "it takes turns with {flow}; the theory covers only flows that always have something to send";
    data_pass_no_link() = "its data crosses no link";
    no_random_losses() = "it backs off after losses; the loss model covers only random loss, and its path has none";
    link_loses_at_random(link: &str) = "link {link} loses packets at random; the model of its sender assumes no loss";
    wants_nothing_in_queues() = "it aims at empty queues, so any rate that leaves them empty is an equilibrium";
    application_decides() = "its application decides when there's something to send";
    series_of_transfers() = "it's a series of transfers, and each one starts over";
    too_few_losses(losses: f64) = "about {losses:.1} of its segments are lost, too few for an average";
    too_short_to_rest(least: f64, rest: f64) = "its transfer may finish in {least:.2} s, but changing the window by a segment per RTT may need {rest:.2} s to settle";
    link_loses_unevenly(link: &str) = "link {link} doesn't lose every packet with the same probability";
    nothing_arrives() = "none of its data arrives";
    link_has_several_laws(link: &str) = "link {link} carries flows that react to different signals";
    link_shared_with_flow(link: &str, flow: &str) = "link {link} is shared with {flow}, whose share the theory can't predict";
    link_shared_with_datagrams(link: &str, source: &str) = "link {link} is shared with the datagrams of {source}, whose share the theory can't predict";
    too_many_figures(flows: usize, starts: usize, figures: usize) = "{flows} flows with {starts} start times are too many for this calculation, which allows at most {figures} values";
    too_many_full_links(links: usize) = "{links} links may fill up, too many for this calculation";
    queue_decides(rate: f64, link: &str) = "random loss alone would let {rate:.0} bytes per s reach link {link}, more than it carries, so its queue limits the rate";

    // Reasons why a network has no equilibrium.
    no_capacity(link: usize) = "link {link} has no positive capacity";
    no_route(source: usize) = "source {source} crosses no link, or a link that doesn't exist";
    no_backlog(source: usize) = "source {source} has no positive target backlog";
    no_propagation(source: usize) = "source {source} has no propagation delay";
    too_far_apart() = "the numbers differ too much for the calculation";

    // Caveats: effects that the theory ignores, and assumptions that aren't true here.
    no_lower_end(flow: &str) = "{flow} accepts empty queues at any rate, so its range has no lower end";
    rest_anywhere() = "each flow can settle anywhere in its range, so shares may differ from those at both ends";
    price_rests(link: &str, utilization: f64) = "link {link}: the theory assumes that nothing waits; with one packet waiting on average, its price settles at a utilization of {utilization:.1} % instead of 100 %";
    buffer_of_packets_too_small(link: &str, limit: u64) = "link {link}: its buffer of {limit} packets is too small for the predicted queue, so it drops packets and the flows don't settle";
    buffer_of_bytes_too_small(link: &str, limit: u64) = "link {link}: its buffer of {limit} bytes is too small for the predicted queue, so it drops packets and the flows don't settle";
    other_phi(link: &str) = "link {link}: its phi differs from that of the senders";
    no_price_by_marks(link: &str) = "link {link}: it doesn't report a price with marks";
    acts_before_full(link: &str) = "link {link}: it marks or drops packets before its buffer is full; the theory assumes a plain queue";
    only_sum_is_certain(link: &str) = "link {link}: the theory determines only the sum of the queues on a path, not the part of each link";
    link_has_clock(link: &str, period: u32) = "link {link} releases packets at ticks of {period} us; the theory assumes none";
    acks_wait(link: &str, flow: &str) = "link {link}: ACKs of {flow} also wait there; the theory ignores them";
    window_too_small(flow: &str, window: f64, rwnd: u64) = "{flow} needs a window of {window:.1} segments, but its receiver advertises {rwnd}";
    too_little_time(there: f64, settling: f64) = "settling may take {settling:.2} s, but there are only {there:.2} s";
    taken_to_start_together() = "the theory treats flows as starting together if one starts before the earlier ones have settled";
    timeline_left_out(changed: f64) = "the theory ignores what the timeline changes from {changed} s on";
    drops_left_out() = "the theory ignores scripted drops";
    transfers_end() = "transfers end; the values apply while all of these flows are active";
    acks_may_be_delayed() = "a receiver may delay ACKs; the theory assumes an immediate ACK for every segment";
    clock_with_ticks() = "a sender's clock measures RTTs in ticks; the theory assumes exact RTTs";
    timer_waits(flow: &str, rto: f64) = "the theory assumes that the timer of {flow} waits for {rto} s";
    acks_are_lost(flow: &str) = "ACKs of {flow} are lost too; the theory assumes that none are";

    // Reasons why the cost of repairs is unknown.
    no_end() = "it never finishes, and the formula needs a transfer that does";
    shares_link(link: &str) = "it shares link {link}, so the rate that it gets isn't known in advance";
}

/// Explains why a network has no equilibrium.
pub fn unsolvable(why: Unsolvable) -> Message {
    match why {
        Unsolvable::Capacity(link) => no_capacity(link),
        Unsolvable::Route(source) => no_route(source),
        Unsolvable::Backlog(source) => no_backlog(source),
        Unsolvable::Propagation(source) => no_propagation(source),
        Unsolvable::Precision => too_far_apart(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_message_declares_its_arguments() {
        vegaslab_sim::message::assert_declared(super::ALL);
    }
}
