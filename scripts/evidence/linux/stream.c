/*
 * Runs a bulk TCP transfer inside the virtual machine and prints the kernel's counters.
 *
 *   stream receive PORT
 *       accepts connections and discards all data.
 *   stream send NAME ADDRESS PORT CONGESTION_CONTROL FROM_MS TO_MS START_MS
 *       waits START_MS, sends as fast as TCP allows, and prints one JSON line:
 *       the change of the flow's counters between FROM_MS and TO_MS, and the mean of RTT and cwnd, sampled every 20 ms.
 *       Times are relative to the start of the program.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static char block[1 << 17];

static void fail(const char *what)
{
	fprintf(stderr, "stream: %s: %s\n", what, strerror(errno));
	exit(1);
}

static long long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static void wait_until(long long us)
{
	long long left = us - now_us();

	if (left > 0)
		usleep(left);
}

static void discard_from(int connection)
{
	/* MSG_TRUNC lets the kernel drop the data without copying it. */
	while (recv(connection, block, sizeof block, MSG_TRUNC) > 0)
		;
	exit(0);
}

static void receive(int port)
{
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port) };

	if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 8))
		fail("listen");
	for (;;) {
		int connection = accept(listener, NULL, NULL);

		if (connection < 0)
			fail("accept");
		if (fork() == 0)
			discard_from(connection);
		close(connection);
	}
}

static const char *const COUNTERS[] = {
	"TCPTimeouts",	   "TCPFastRetrans",   "TCPSlowStartRetrans", "TCPLostRetransmit", "TCPSackRecovery",
	"TCPRenoRecovery", "TCPLossProbes",    "TCPLossProbeRecovery", "TCPSpuriousRTOs",  "TCPFullUndo",
	"TCPPartialUndo",  "TCPDSACKUndo",     "TCPLossUndo",	       "TCPRenoReorder",   "TCPSACKReorder",
	"TCPTSReorder",	   "TCPSackRecoveryFail", "TCPRenoRecoveryFail", "TCPLossFailures",
};
#define COUNTER_COUNT (sizeof COUNTERS / sizeof *COUNTERS)

/* Reads the namespace's /proc/net/netstat, which has a line of names before each line of values. */
static void read_counters(long long *counters)
{
	static char names[16384], values[16384];
	FILE *file = fopen("/proc/net/netstat", "r");
	size_t found = 0;

	if (!file)
		fail("/proc/net/netstat");
	while (fgets(names, sizeof names, file) && fgets(values, sizeof values, file)) {
		char *next_name, *next_value, *value = strtok_r(values, " \n", &next_value);

		for (char *name = strtok_r(names, " \n", &next_name); name && value;
		     name = strtok_r(NULL, " \n", &next_name), value = strtok_r(NULL, " \n", &next_value))
			for (size_t i = 0; i < COUNTER_COUNT; i++)
				if (!strcmp(name, COUNTERS[i])) {
					counters[i] = atoll(value);
					found++;
				}
	}
	fclose(file);
	if (found != COUNTER_COUNT) {
		fprintf(stderr, "stream: the kernel lacks one of the counters\n");
		exit(1);
	}
}

struct reading {
	struct tcp_info info;
	long long counters[COUNTER_COUNT];
};

static void read_info(int connection, struct tcp_info *info)
{
	socklen_t length = sizeof *info;

	if (getsockopt(connection, IPPROTO_TCP, TCP_INFO, info, &length))
		fail("TCP_INFO");
}

static void read_all(int connection, struct reading *reading)
{
	read_info(connection, &reading->info);
	read_counters(reading->counters);
}

static void print(const char *name, double seconds, const struct reading *a, const struct reading *b, double rtt_ms,
		  double cwnd)
{
	printf("@ {\"flow\":\"%s\",\"seconds\":%.6f,\"acked_bytes\":%llu,\"retransmitted_segments\":%u,\"rtt_ms\":%.3f,"
	       "\"min_rtt_ms\":%.3f,\"cwnd\":%.3f",
	       name, seconds, (unsigned long long)(b->info.tcpi_bytes_acked - a->info.tcpi_bytes_acked),
	       b->info.tcpi_total_retrans - a->info.tcpi_total_retrans, rtt_ms, b->info.tcpi_min_rtt / 1000.0, cwnd);
	for (size_t i = 0; i < COUNTER_COUNT; i++)
		printf(",\"%s\":%lld", COUNTERS[i], b->counters[i] - a->counters[i]);
	printf("}\n");
}

static void send_stream(char **argument)
{
	const char *name = argument[0], *control = argument[3];
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(atoi(argument[2])) };
	long long origin = now_us(), from = origin + atoll(argument[4]) * 1000, to = origin + atoll(argument[5]) * 1000;
	long long next_sample = from, measured_from = 0, samples = 0;
	double rtt_sum = 0, cwnd_sum = 0;
	struct reading first, last;
	int connection = socket(AF_INET, SOCK_STREAM, 0);
	/* Enough for any burst, but much less than the send buffer, which would take long to fill. */
	int unsent_bytes = 1 << 19;

	inet_pton(AF_INET, argument[1], &address.sin_addr);
	if (setsockopt(connection, IPPROTO_TCP, TCP_CONGESTION, control, strlen(control)))
		fail(control);
	if (setsockopt(connection, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent_bytes, sizeof unsent_bytes))
		fail("TCP_NOTSENT_LOWAT");
	wait_until(origin + atoll(argument[6]) * 1000);
	if (connect(connection, (struct sockaddr *)&address, sizeof address))
		fail("connect");
	fcntl(connection, F_SETFL, O_NONBLOCK);
	for (;;) {
		struct pollfd writable = { .fd = connection, .events = POLLOUT };
		long long now = now_us();

		if (now >= next_sample) {
			struct tcp_info info;

			if (!measured_from) {
				measured_from = now;
				read_all(connection, &first);
			}
			if (now >= to)
				break;
			read_info(connection, &info);
			rtt_sum += info.tcpi_rtt / 1000.0;
			cwnd_sum += info.tcpi_snd_cwnd;
			samples++;
			next_sample += 20000;
			continue;
		}
		if (poll(&writable, 1, (int)((next_sample - now + 999) / 1000)) > 0)
			while (write(connection, block, sizeof block) > 0)
				;
	}
	read_all(connection, &last);
	print(name, (now_us() - measured_from) / 1e6, &first, &last, rtt_sum / samples, cwnd_sum / samples);
}

int main(int count, char **argument)
{
	if (count == 3 && !strcmp(argument[1], "receive"))
		receive(atoi(argument[2]));
	else if (count == 9 && !strcmp(argument[1], "send"))
		send_stream(argument + 2);
	else {
		fprintf(stderr, "usage: stream receive PORT | stream send NAME ADDRESS PORT CC FROM_MS TO_MS START_MS\n");
		return 2;
	}
	return 0;
}
