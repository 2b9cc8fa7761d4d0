//! The theory's messages: sources of its numbers, caveats, and reasons why it doesn't cover a flow.

use crate::network::Unsolvable;
use vegaslab_sim::message::Message;

vegaslab_sim::messages! {
    // Meaning and source of the numbers.
    at_rest() = "where flows come to rest that always have something to send, if links do nothing but queue and nothing is lost";
    mean_of_losses() = "what flows get on average that halve their windows at losses, if each segment is lost with the same chance and no queue adds to the RTT";
    low_theorem_1() = "Low, Peterson & Wang 2000, Theorem 1";
    low_theorem_1_with_marks() = "Low, Peterson & Wang 2000, Theorem 1 with prices by marks, equations 24 to 27";
    low_theorem_3() = "Low, Peterson & Wang 2000, Theorem 3, each with the delay that it found";
    padhye_full_form() = "Padhye, Firoiu, Towsley & Kurose 1998, full form";

    // Reasons why the theory doesn't cover a sender.
    adds_more_than_a_segment() = "it adds more than a segment per RTT";
    does_not_halve() = "it does not halve its window at a loss";
    begins_anew() = "it begins anew at each loss instead of going on with half of its window";
    other_avoidance(kind: &str) = "its congestion avoidance is {kind}; the theory is about cam, rem_price and aimd";
    other_timer(kind: &str) = "the theory does not know the smallest timeout of its timer {kind}";

    // Reasons why it doesn't cover a flow.
    takes_turns(flow: &str) = "it takes turns with {flow}; the theory is about flows that always have something to send";
    data_pass_no_link() = "its data pass no link";
    no_random_losses() = "it halves its window at losses, and the theory of those is about random ones; here is none";
    link_loses_at_random(link: &str) = "link {link} loses packets at random, and the theory has a sender that loses none";
    wants_nothing_in_queues() = "it wants nothing in queues: any rate that leaves them empty suits it";
    application_decides() = "its application decides when there is something to send";
    series_of_transfers() = "it is a series of transfers, each of which starts anew";
    too_few_losses(losses: f64) = "about {losses:.1} of its segments are lost: too few for a mean";
    too_short_to_rest(least: f64, rest: f64) = "its transfer may be over in {least:.2} s; a window that moves by a segment per RTT needs up to {rest:.2} s to come to rest";
    link_loses_unevenly(link: &str) = "link {link} does not lose each packet with the same chance";
    nothing_arrives() = "nothing of it arrives";
    link_has_several_laws(link: &str) = "link {link} carries flows that are moved by different things";
    link_shared_with_flow(link: &str, flow: &str) = "link {link} is shared with {flow}, and the theory cannot say what that takes";
    link_shared_with_datagrams(link: &str, source: &str) = "link {link} is shared with the datagrams of {source}, and the theory cannot say what that takes";
    too_many_figures(flows: usize, starts: usize, figures: usize) = "{flows} flows with {starts} starts are more than the theory is worked out for here: at most {figures} figures";
    too_many_full_links(links: usize) = "{links} links may be full: more than the theory is worked out for here";
    queue_decides(rate: f64, link: &str) = "random losses alone would let {rate:.0} bytes per s through to link {link}, more than it carries: its queue decides";

    // Reasons why a network has no equilibrium.
    no_capacity(link: usize) = "link {link} has no positive capacity";
    no_route(source: usize) = "source {source} passes no link, or one that is not there";
    no_backlog(source: usize) = "source {source} wants no positive backlog";
    no_propagation(source: usize) = "source {source} has no propagation delay";
    too_far_apart() = "the numbers are too far apart for the arithmetic";

    // Caveats: effects that the theory ignores, and assumptions that aren't true here.
    no_lower_end(flow: &str) = "{flow} is content with empty queues, at whatever rate: there is no lower end";
    rest_anywhere() = "each flow may rest anywhere between its ends, so shares may differ from those at both";
    price_rests(link: &str, utilization: f64) = "link {link}: its price rests when what arrives and mu times what waits make up its capacity; the theory has none waiting, but for each packet that waits on average the link is used to {utilization:.1} % instead of 100 %";
    buffer_of_packets_too_small(link: &str, limit: u64) = "link {link}: its buffer of {limit} packets does not hold the queue, so there will be losses, and no rest";
    buffer_of_bytes_too_small(link: &str, limit: u64) = "link {link}: its buffer of {limit} bytes does not hold the queue, so there will be losses, and no rest";
    other_phi(link: &str) = "link {link}: its phi is not that of the senders";
    no_price_by_marks(link: &str) = "link {link}: it tells no price by marks";
    acts_before_full(link: &str) = "link {link}: it marks or drops before its buffer is full; the theory has a plain queue";
    only_sum_is_certain(link: &str) = "link {link}: only the sum of queues on a path is certain, not which link holds what";
    link_has_clock(link: &str, period: u32) = "link {link} releases packets by a clock of {period} us; the theory has none";
    acks_wait(link: &str, flow: &str) = "link {link}: ACKs of {flow} wait there too; the theory leaves them out";
    window_too_small(flow: &str, window: f64, rwnd: u64) = "{flow} would need a window of {window:.1} segments; the receiver advertises {rwnd}";
    too_little_time(there: f64, settling: f64) = "{there:.2} s are less than the {settling:.2} s that coming to rest may take";
    taken_to_start_together() = "flows that start before those before them are at rest are taken to start together";
    timeline_left_out(changed: f64) = "what the timeline changes from {changed} s on is left out";
    drops_left_out() = "scripted drops are left out";
    transfers_end() = "transfers end; the figures hold while all of these flows are there";
    acks_may_be_delayed() = "a receiver may delay ACKs; the theory has an ACK for every segment, at once";
    clock_with_ticks() = "a sender reads RTTs on a clock with ticks; the theory has exact ones";
    timer_waits(flow: &str, rto: f64) = "the timer of {flow} is taken to wait for {rto} s";
    acks_are_lost(flow: &str) = "ACKs of {flow} are lost too; the theory has none lost";

    // Reasons why the cost of repairs is unknown.
    no_end() = "it has no end that could come sooner";
    shares_link(link: &str) = "it shares link {link}, and what is left for it is not known beforehand";
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
