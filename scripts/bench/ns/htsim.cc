// The dumbbell of `npm run bench -- engine --htsim DIR` for htsim: `htsim FLOWS DURATION_S` prints one line of JSON, after
// htsim's own lines about retransmission timeouts. The network is the same as in engine-wasm/cli/src/bench/dumbbell.rs;
// docs/speed.md lists the differences between the senders. The sources in DIR/sim are compiled together with this file.
//
// Nothing is logged; the metrics are counters of senders and receivers. packet_hops: each segment sent crossed the link of
// its host, each segment received two more, and each ACK received crossed three. Links that packets in flight at the end
// have crossed are missing: after 60 s, 373 of 4.3 million.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <memory>
#include <vector>

#include "config.h"
#include "eventlist.h"
#include "network.h"
#include "pipe.h"
#include "queue.h"
#include "route.h"
#include "tcp.h"

namespace {

constexpr int kPacketBytes = 1000;
constexpr int kPayloadBytes = 960;

// A queue that doesn't keep the busy times of the last 30 microseconds, which nothing here reads.
class Buffer : public Queue {
 public:
  using Queue::Queue;
  void log_packet_send(simtime_picosec) override {}
};

// One direction of a link: a drop-tail buffer with its transmitter, then the propagation delay. htsim limits buffers in
// bytes and, like our engine, counts the packet in transmission. A thousand bytes for each packet are the same limit for
// segments; ACKs are smaller and never fill a buffer here.
class Link {
 public:
  Link(EventList& events, uint64_t mbps, int delay_ms, int packets)
      : queue_(speedFromMbps(mbps), mem_b{packets} * kPacketBytes, events, nullptr), pipe_(timeFromMs(delay_ms), events) {}

  void AppendTo(Route& route) {
    route.push_back(&queue_);
    route.push_back(&pipe_);
  }

 private:
  Buffer queue_;
  Pipe pipe_;
};

// Sends data from the first packet on, without a handshake, and counts ACKs. The window counts whole packets, headers
// included.
class Sender : public TcpSrc {
 public:
  explicit Sender(EventList& events) : TcpSrc(nullptr, nullptr, events) {
    set_cwnd(kPacketBytes);
    set_ssthresh(std::numeric_limits<uint32_t>::max());
  }

  // The first event of a sender is its start; all others are retransmission timeouts.
  void doNextEvent() override {
    if (_established) {
      TcpSrc::doNextEvent();
      return;
    }
    _established = true;
    _unacked = _cwnd;
    send_packets();
  }

  void receivePacket(Packet& ack) override {
    ++acks_;
    TcpSrc::receivePacket(ack);
  }

  uint64_t acks() const { return acks_; }

 private:
  uint64_t acks_ = 0;
};

struct Flow {
  Flow(EventList& events)
      : from_sender(events, 1000, 1, 1000),
        to_receiver(events, 1000, 1, 1000),
        from_receiver(events, 1000, 1, 1000),
        to_sender(events, 1000, 1, 1000),
        sender(events) {}

  Link from_sender;
  Link to_receiver;
  Link from_receiver;
  Link to_sender;
  Sender sender;
  TcpSink receiver;
  Route data;
  Route acks;
};

}  // namespace

int main(int argc, char** argv) {
  const int flows = argc > 1 ? std::atoi(argv[1]) : 10;
  const double duration_s = argc > 2 ? std::atof(argv[2]) : 60.0;

  Packet::set_packet_size(kPacketBytes);
  EventList events;
  EventList::setEndtime(timeFromSec(duration_s));
  TcpRtxTimerScanner timers(timeFromMs(10), events);
  Link bottleneck(events, 100, 8, 100);
  Link back(events, 100, 8, 100);

  std::vector<std::unique_ptr<Flow>> all;
  for (int n = 0; n < flows; ++n) {
    all.emplace_back(new Flow(events));
    Flow& flow = *all.back();
    flow.from_sender.AppendTo(flow.data);
    bottleneck.AppendTo(flow.data);
    flow.to_receiver.AppendTo(flow.data);
    flow.data.push_back(&flow.receiver);
    flow.from_receiver.AppendTo(flow.acks);
    back.AppendTo(flow.acks);
    flow.to_sender.AppendTo(flow.acks);
    flow.acks.push_back(&flow.sender);
    timers.registerTcp(flow.sender);
    flow.sender.connect(flow.data, flow.acks, flow.receiver, timeFromSec(0.1 * n / flows));
  }

  while (EventList::doNextEvent()) {
  }

  uint64_t packet_hops = 0;
  uint64_t acked = 0;
  for (const auto& flow : all) {
    packet_hops += flow->sender._packets_sent / kPacketBytes;
    packet_hops += 2 * (flow->receiver._packets / kPacketBytes);
    packet_hops += 3 * flow->sender.acks();
    acked += flow->sender._last_acked / kPacketBytes;
  }
  const double goodput_bps = 8.0 * kPayloadBytes * acked / duration_s;
  std::cout << "{\"packet_hops\": " << packet_hops << ", \"goodput_bps\": " << goodput_bps << "}\n";
}
