// SPDX-License-Identifier: GPL-2.0
/* Sends without copying: when they are done, and peers that don't take them */
#include <arpa/inet.h>
#include <cap-ng.h>
#include <errno.h>
#include <linux/sockios.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>

#include <linux/errqueue.h>

#include "child.h"
#include "unit.h"

/* What takes the unit five seconds must not take the tests as long */
#define HASTE 20

static int hasty_poll(struct pollfd *fds, nfds_t count, int ms)
{
	return poll(fds, count, ms / HASTE);
}

static int hasty_nanosleep(const struct timespec *time, struct timespec *left)
{
	(void)time;
	(void)left;
	return 0;
}

static int hasty_setsockopt(int sock, int level, int name, const void *value,
			    socklen_t size)
{
	struct timeval hasty = { .tv_usec = 0 };

	if (name != SO_SNDTIMEO)
		return setsockopt(sock, level, name, value, size);
	memcpy(&hasty, value, size);
	hasty.tv_usec = hasty.tv_sec * 1000000 / HASTE;
	hasty.tv_sec = 0;
	return setsockopt(sock, level, name, &hasty, size);
}

/* Messages that the tests make up; with none the kernel is asked */
static struct {
	unsigned int origin, from, to;
	/* bytes of it that are told of */
	size_t size;
} made_up[8];
static unsigned int nr_made_up, next_made_up;

static ssize_t made_up_recvmsg(int sock, struct msghdr *message, int flags)
{
	struct cmsghdr *control = message->msg_control;
	struct sock_extended_err error = { 0 };

	CHECK(flags == (MSG_ERRQUEUE | MSG_DONTWAIT));
	if (!nr_made_up)
		return recvmsg(sock, message, flags);
	errno = EAGAIN;
	if (next_made_up == nr_made_up)
		return -1;
	error.ee_origin = made_up[next_made_up].origin;
	error.ee_info = made_up[next_made_up].from;
	error.ee_data = made_up[next_made_up].to;
	control->cmsg_level = SOL_IP;
	control->cmsg_type = IP_RECVERR;
	control->cmsg_len = CMSG_LEN(made_up[next_made_up].size);
	memcpy(CMSG_DATA(control), &error, made_up[next_made_up].size);
	message->msg_controllen = control->cmsg_len;
	next_made_up++;
	return 0;
}

/* Memory that may be locked is full for so many sends that the tests make up */
static unsigned int full, sends;

static ssize_t made_up_send(int sock, const void *data, size_t size, int flags)
{
	CHECK(flags & MSG_ZEROCOPY);
	if (sock >= 0)
		return send(sock, data, size, flags);
	errno = ENOBUFS;
	return sends++ < full ? -1 : (ssize_t)size;
}

#define poll hasty_poll
#define send made_up_send
#define nanosleep hasty_nanosleep
#define setsockopt hasty_setsockopt
#define recvmsg made_up_recvmsg
#include "../../lib/zerocopy.c"
#undef poll
#undef send
#undef nanosleep
#undef setsockopt
#undef recvmsg

/* User ids from here on are nobody's */
#define NO_ONE 1000000000
#define CHUNK 65536
#define DATAGRAM 61440

static char bytes[CHUNK] __aligned(4096);

/* Tells @ended of what was made up, with @in_flight under way; how many are left */
static unsigned int left_of(unsigned int in_flight)
{
	struct zerocopy zerocopy = { .sock = -1, .in_flight = in_flight };

	next_made_up = 0;
	CHECK(reap(&zerocopy));
	CHECK_INT(next_made_up, nr_made_up);
	nr_made_up = 0;
	return zerocopy.in_flight;
}

static void tell(unsigned int origin, unsigned int from, unsigned int to,
		 size_t size)
{
	made_up[nr_made_up].origin = origin;
	made_up[nr_made_up].from = from;
	made_up[nr_made_up].to = to;
	made_up[nr_made_up++].size = size;
}

static void tell_ended(unsigned int from, unsigned int to)
{
	tell(SO_EE_ORIGIN_ZEROCOPY, from, to, sizeof(struct sock_extended_err));
}

static void messages_of_many_sends(void)
{
	tell_ended(0, 0);
	CHECK_INT(left_of(16), 15);
	tell_ended(1, 15);
	CHECK_INT(left_of(16), 1);
	tell_ended(0, 0);
	tell_ended(1, 4);
	tell_ended(5, 6);
	CHECK_INT(left_of(16), 9);
	/* their number goes round */
	tell_ended(~0u, ~0u);
	tell_ended(~0u, 2);
	CHECK_INT(left_of(16), 11);
}

static void messages_of_something_else(void)
{
	tell(SO_EE_ORIGIN_ICMP, 0, 7, sizeof(struct sock_extended_err));
	tell(SO_EE_ORIGIN_ZEROCOPY, 0, 7, sizeof(struct sock_extended_err) - 1);
	tell_ended(0, 2);
	CHECK_INT(left_of(16), 13);
	/* not ours: there are no fewer than none */
	tell_ended(0, 999);
	CHECK_INT(left_of(3), 0);
}

static int bound(int type, struct sockaddr_in *where)
{
	int sock = socket(AF_INET, type | SOCK_CLOEXEC, 0);
	socklen_t size = sizeof(*where);

	*where = (struct sockaddr_in){
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	if (bind(sock, (struct sockaddr *)where, size) ||
	    getsockname(sock, (struct sockaddr *)where, &size)) {
		perror("lo");
		exit(1);
	}
	return sock;
}

/* A socket that sends to the one returned */
static int open_udp(struct zerocopy *zerocopy)
{
	struct sockaddr_in at;
	int receiver = bound(SOCK_DGRAM, &at);
	int sender = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	CHECK(!connect(sender, (struct sockaddr *)&at, sizeof(at)));
	CHECK(zerocopy_enable(zerocopy, sender));
	return receiver;
}

static int open_tcp(struct zerocopy *zerocopy)
{
	struct sockaddr_in at;
	int listener = bound(SOCK_STREAM, &at), receiver;
	int sender = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	CHECK(!listen(listener, 1));
	CHECK(!connect(sender, (struct sockaddr *)&at, sizeof(at)));
	receiver = accept(listener, NULL, NULL);
	CHECK(receiver >= 0);
	close(listener);
	CHECK(zerocopy_enable(zerocopy, sender));
	return receiver;
}

/* All that were sent are told of, and nothing is left to be told */
static void all_ended(struct zerocopy *zerocopy)
{
	struct msghdr message = { .msg_control = NULL };

	CHECK(zerocopy_wait(zerocopy));
	CHECK_INT(zerocopy->in_flight, 0);
	CHECK(recvmsg(zerocopy->sock, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0 &&
	      errno == EAGAIN);
}

static void many_datagrams(void)
{
	struct zerocopy zerocopy;
	int receiver = open_udp(&zerocopy), i;

	for (i = 0; i < 5000; i++) {
		CHECK(zerocopy_send(&zerocopy, bytes, DATAGRAM));
		CHECK(zerocopy.in_flight <= ZEROCOPY_IN_FLIGHT);
		while (recv(receiver, bytes, sizeof(bytes), MSG_DONTWAIT) >= 0)
			;
	}
	all_ended(&zerocopy);
	close(receiver);
	close(zerocopy.sock);
}

/* What is sent is what was there then, whatever comes after the wait */
static void datagrams_are_done_when_told(void)
{
	struct zerocopy zerocopy;
	int receiver = open_udp(&zerocopy), i;

	memset(bytes, 'a', sizeof(bytes));
	CHECK(zerocopy_send(&zerocopy, bytes, DATAGRAM));
	CHECK_INT(zerocopy.in_flight, 1);
	all_ended(&zerocopy);
	memset(bytes, 'b', sizeof(bytes));
	CHECK_INT(recv(receiver, bytes, sizeof(bytes), 0), DATAGRAM);
	for (i = 0; i < DATAGRAM && bytes[i] == 'a'; i++)
		;
	CHECK_INT(i, DATAGRAM);
	close(receiver);
	close(zerocopy.sock);
}

static void *read_all(void *arg)
{
	static char into[CHUNK];
	unsigned long long got = 0;
	ssize_t part;

	while ((part = recv(*(int *)arg, into, sizeof(into), 0)) > 0)
		got += part;
	return (void *)(unsigned long)got;
}

static void a_stream(void)
{
	struct zerocopy zerocopy;
	int receiver = open_tcp(&zerocopy), i;
	pthread_t thread;
	void *got;

	CHECK(!pthread_create(&thread, NULL, read_all, &receiver));
	for (i = 0; i < 2000; i++) {
		CHECK(zerocopy_send(&zerocopy, bytes, CHUNK));
		CHECK(zerocopy.in_flight <= ZEROCOPY_IN_FLIGHT);
	}
	all_ended(&zerocopy);
	close(zerocopy.sock);
	pthread_join(thread, &got);
	CHECK_INT((unsigned long)got, 2000UL * CHUNK);
	close(receiver);
}

/* Sends @size bytes at a time to a peer that never reads, until that fails */
static void send_to_one_who_never_reads(void *arg)
{
	size_t size = *(size_t *)arg;
	struct zerocopy zerocopy;
	char *data = calloc(1, size);
	int receiver = open_tcp(&zerocopy);
	unsigned int i;

	for (i = 0; i < 100000 && zerocopy_send(&zerocopy, data, size); i++)
		;
	printf("%s\n", i < 100000 ? strerror(errno) : "no end");
	printf("%s\n", zerocopy_wait(&zerocopy) ? "no end" : strerror(errno));
	close(receiver);
	free(data);
}

static void a_peer_that_never_reads(void)
{
	static const size_t sizes[] = { 4096, CHUNK, 512 * 1024, 8 << 20 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		child_run(send_to_one_who_never_reads, (void *)&sizes[i]);
		if (child.status)
			printf("# of %zu bytes at a time:\n", sizes[i]);
		CHECK_INT(child.status, 0);
		CHECK_STRING(child.out, "Connection timed out\nConnection timed out\n");
	}
}

/* poll() then tells of something at once, again and again */
static void shut_down_and_wait(void *arg)
{
	struct zerocopy zerocopy;
	int receiver = open_tcp(&zerocopy);

	(void)arg;
	while (zerocopy_send(&zerocopy, bytes, CHUNK))
		;
	shutdown(zerocopy.sock, SHUT_RDWR);
	printf("%s\n", zerocopy_wait(&zerocopy) ? "done" : strerror(errno));
	close(receiver);
}

static void a_socket_shut_down_while_sends_are_under_way(void)
{
	child_run(shut_down_and_wait, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "Connection timed out\n");
}

static void send_to_one_who_closes(void *arg)
{
	struct zerocopy zerocopy;
	int receiver = open_tcp(&zerocopy);
	const char *unread = arg;
	unsigned int i;

	CHECK(zerocopy_send(&zerocopy, bytes, CHUNK));
	if (!*unread)
		CHECK_INT(recv(receiver, bytes, CHUNK, MSG_WAITALL), CHUNK);
	close(receiver);
	for (i = 0; i < 100 && zerocopy_send(&zerocopy, bytes, CHUNK); i++)
		;
	printf("%s\n", i == 100 ? "no end" :
	       errno == EPIPE || errno == ECONNRESET ? "ended" : strerror(errno));
	printf("%s\n", zerocopy_wait(&zerocopy) ? "done" : strerror(errno));
}

/* With what it was sent read, or not; no SIGPIPE */
static void a_peer_that_closes(void)
{
	child_run(send_to_one_who_closes, "");
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "ended\ndone\n");
	child_run(send_to_one_who_closes, "unread");
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "ended\ndone\n");
}

static void enable_what_cannot(void *arg)
{
	struct zerocopy zerocopy;
	int ends[2];

	(void)arg;
	if (pipe(ends))
		exit(1);
	printf("%d\n", zerocopy_enable(&zerocopy, ends[0]));
	printf("%d\n", zerocopy_enable(&zerocopy, -1));
	printf("%d\n", zerocopy_enable(&zerocopy,
				       socket(AF_UNIX, SOCK_STREAM, 0)));
	require_flush("x");
}

static void sockets_that_cannot(void)
{
	child_run(enable_what_cannot, NULL);
	CHECK_INT(child.status, 0);
	CHECK_HAS(child.out, "0\n0\n0\n# x: skipped: SO_ZEROCOPY: Socket operation on non-socket\n"
		  "# x: skipped: SO_ZEROCOPY: Bad file descriptor\n"
		  "# x: skipped: SO_ZEROCOPY: ");
}

/* A process that may lock so many pages of memory, and has no right to more */
static void may_lock(unsigned int pages)
{
	const struct rlimit may = {
		.rlim_cur = pages * sysconf(_SC_PAGESIZE),
		.rlim_max = pages * sysconf(_SC_PAGESIZE),
	};

	setrlimit(RLIMIT_MEMLOCK, &may);
	/* what all processes of a user have locked counts: be one with no other */
	if (!geteuid() && setuid(NO_ONE + getpid()))
		exit(1);
	capng_clear(CAPNG_SELECT_CAPS);
	if (capng_apply(CAPNG_SELECT_CAPS))
		exit(1);
}

static void require_pages(void *arg)
{
	size_t page = sysconf(_SC_PAGESIZE);

	may_lock(*(unsigned int *)arg);
	/* 17 pages each: 15 of data, and two more for its ends */
	zerocopy_require(1, 15 * page);
	require_flush("one");
	zerocopy_require(2, 15 * page);
	require_flush("two");
}

static void too_little_memory_may_be_locked(void)
{
	const unsigned int pages[] = { 0, 16, 17, 33, 34 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pages); i++) {
		child_run(require_pages, (void *)&pages[i]);
		CHECK_INT(child.status, 0);
		CHECK_INT(!strstr(child.out, "# one: skipped: "), pages[i] >= 17);
		CHECK_INT(!strstr(child.out, "# two: skipped: "), pages[i] >= 34);
	}
	child_run(require_pages, (void *)&pages[1]);
	CHECK_HAS(child.out, "KB may be locked, ");
	CHECK_HAS(child.out, ": see ulimit -l\n");
}

static void send_in_little_memory(void *arg)
{
	size_t page = sysconf(_SC_PAGESIZE);
	struct zerocopy zerocopy;
	int receiver = open_udp(&zerocopy);
	unsigned int i;

	may_lock(*(unsigned int *)arg);
	for (i = 0; i < 500; i++) {
		if (!zerocopy_send(&zerocopy, bytes, 12 * page)) {
			printf("%s\n", strerror(errno));
			break;
		}
		while (recv(receiver, bytes, sizeof(bytes), MSG_DONTWAIT) >= 0)
			;
	}
	printf("%u, %d\n", i, zerocopy_wait(&zerocopy));
}

/* One at a time, as it must be, and several */
static void what_fits_is_sent(void)
{
	const unsigned int few = 13, one = 14, three = 3 * 14;

	child_run(send_in_little_memory, (void *)&few);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "No buffer space available\n0, 1\n");
	child_run(send_in_little_memory, (void *)&one);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "500, 1\n");
	child_run(send_in_little_memory, (void *)&three);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.out, "500, 1\n");
}

/* Each that ends makes room; when none is left to end there won't be any */
static void wait_for_room_to_lock(void)
{
	struct zerocopy zerocopy = { .sock = -1, .in_flight = 3 };

	tell_ended(0, 0);
	tell_ended(1, 1);
	next_made_up = 0;
	full = 1;
	sends = 0;
	CHECK(zerocopy_send(&zerocopy, bytes, 1));
	CHECK_INT(sends, 2);
	CHECK(zerocopy.in_flight <= 3);
	/* nothing more ends */
	sends = 0;
	CHECK(!zerocopy_send(&zerocopy, bytes, 1) && errno == ENOBUFS);
	CHECK_INT(sends, 1);
	zerocopy.in_flight = 0;
	sends = 0;
	CHECK(!zerocopy_send(&zerocopy, bytes, 1) && errno == ENOBUFS);
	nr_made_up = 0;
}

int main(void)
{
	RUN(messages_of_many_sends);
	RUN(messages_of_something_else);
	RUN(many_datagrams);
	RUN(datagrams_are_done_when_told);
	RUN(a_stream);
	RUN(a_peer_that_never_reads);
	RUN(a_socket_shut_down_while_sends_are_under_way);
	RUN(a_peer_that_closes);
	RUN(sockets_that_cannot);
	RUN(too_little_memory_may_be_locked);
	RUN(what_fits_is_sent);
	RUN(wait_for_room_to_lock);
	return unit_end();
}
