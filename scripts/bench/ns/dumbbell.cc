// The dumbbell of `npm run bench` for ns-3: `dumbbell FLOWS DURATION_S` prints one line of JSON. It is the same as
// engine-wasm/cli/src/bench/dumbbell.rs, except that ns-3 opens its connections with a handshake.
//
// Nothing is traced. packet_hops is the number of packets that left the queue of any device, which ns-3 counts anyway.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

using namespace ns3;

namespace {

NetDeviceContainer Connect(Ptr<Node> a, Ptr<Node> b, const std::string& rate, const std::string& delay,
                           const std::string& packets) {
  PointToPointHelper link;
  link.SetDeviceAttribute("DataRate", StringValue(rate));
  link.SetChannelAttribute("Delay", StringValue(delay));
  link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(packets));
  return link.Install(a, b);
}

// Gives both ends of a link addresses in a new subnet. Removes the queue disc that is installed with an address, so that the
// device's queue is the only buffer.
Ipv4InterfaceContainer AddressBothEnds(const NetDeviceContainer& ends, Ipv4AddressHelper& addresses) {
  Ipv4InterfaceContainer interfaces = addresses.Assign(ends);
  addresses.NewNetwork();
  TrafficControlHelper().Uninstall(ends);
  return interfaces;
}

}  // namespace

int main(int argc, char** argv) {
  const int flows = argc > 1 ? std::atoi(argv[1]) : 10;
  const double duration_s = argc > 2 ? std::atof(argv[2]) : 60.0;

  // With 20 bytes of IP, 20 of TCP and 2 of PPP, without options: 1000 bytes on the wire.
  const uint32_t payload = 958;
  Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpNewReno::GetTypeId()));
  Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", TypeIdValue(TcpClassicRecovery::GetTypeId()));
  Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(payload));
  Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(1));
  Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
  Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1000 * payload));
  Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1000 * payload));
  Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
  Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
  Config::SetDefault("ns3::TcpSocketBase::LimitedTransmit", BooleanValue(false));

  NodeContainer routers(2);
  NodeContainer senders(flows);
  NodeContainer receivers(flows);
  InternetStackHelper stack;
  stack.Install(routers);
  stack.Install(senders);
  stack.Install(receivers);

  NetDeviceContainer devices = Connect(routers.Get(0), routers.Get(1), "100Mbps", "8ms", "100p");
  Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.252");
  AddressBothEnds(devices, addresses);
  ApplicationContainer sinks;
  for (int n = 0; n < flows; ++n) {
    const NetDeviceContainer from = Connect(senders.Get(n), routers.Get(0), "1Gbps", "1ms", "1000p");
    const NetDeviceContainer to = Connect(receivers.Get(n), routers.Get(1), "1Gbps", "1ms", "1000p");
    AddressBothEnds(from, addresses);
    const Ipv4Address receiver = AddressBothEnds(to, addresses).GetAddress(0);
    devices.Add(from);
    devices.Add(to);

    PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 5000));
    sinks.Add(sink.Install(receivers.Get(n)));
    BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(receiver, 5000));
    source.SetAttribute("SendSize", UintegerValue(payload));
    source.Install(senders.Get(n)).Start(Seconds(0.1 * n / flows));
  }
  Ipv4GlobalRoutingHelper::PopulateRoutingTables();

  Simulator::Stop(Seconds(duration_s));
  Simulator::Run();

  uint64_t packet_hops = 0;
  for (auto device = devices.Begin(); device != devices.End(); ++device) {
    const Ptr<Queue<Packet>> queue = DynamicCast<PointToPointNetDevice>(*device)->GetQueue();
    packet_hops += queue->GetTotalReceivedPackets() - queue->GetNPackets();
  }
  uint64_t received = 0;
  for (auto sink = sinks.Begin(); sink != sinks.End(); ++sink) {
    received += DynamicCast<PacketSink>(*sink)->GetTotalRx();
  }
  std::cout << "{\"packet_hops\": " << packet_hops << ", \"goodput_bps\": " << 8.0 * received / duration_s << "}\n";
  Simulator::Destroy();
}
