# A made-up weather model on 8 processes, as a line stream in no order: awk -f storm.awk | otf-sort -o storm
#
# Three things cost it time. A storm moves from process to process, and cloud_physics takes longer below it. From step 9
# on process 6 packs its halo ten times slower than the others. The third checkpoint is written slowly.
# With -v repaired=1 the second and the third are repaired. Times are in nanoseconds.

BEGIN {
	OFS = "\t"
	processes = 8; steps = 24; us = 1000; ms = 1000000
	seed = 7
	print "@OTFPIPE", "1.0", "TR:1000000000"
	definitions()
	for (p = 1; p <= processes; p++) {
		clock[p] = ms + random(200 * us)
		put(clock[p], "BeginProcess", p)
		enter(p, "main")
	}
	for (step = 1; step <= steps; step++)
		time_step(step)
	for (p = 1; p <= processes; p++) {
		leave(p, "main")
		put(clock[p], "EndProcess", p)
	}
	print "@END", records
}

function random(n) {
	seed = (seed * 16807) % 2147483647
	return int(seed / 2147483647 * n)
}

function put(time, name, process, a, b, c, d, e, f, g) {
	records++
	line = name OFS sprintf("%.0f", time) OFS process
	if (a != "") line = line OFS a
	if (b != "") line = line OFS b
	if (c != "") line = line OFS c
	if (d != "") line = line OFS d
	if (e != "") line = line OFS e
	if (f != "") line = line OFS f
	if (g != "") line = line OFS g
	print line
}

function define(name, a, b, c, d) {
	records++
	line = name OFS "-" OFS 0 OFS a OFS b
	if (c != "") line = line OFS c
	if (d != "") line = line OFS d
	print line
}

function functions(group, names,   list, n, i) {
	n = split(names, list, " ")
	for (i = 1; i <= n; i++) {
		define("DefFunction", ++token, list[i], group, 0)
		number[list[i]] = token
	}
}

function definitions(   p) {
	records++
	print "DefTimerResolution", "-", 0, 1000000000
	for (p = 1; p <= processes; p++)
		define("DefProcess", p, "rank " p - 1, 0)
	define("DefProcessGroup", 100, "MPI_COMM_WORLD", "1,2,3,4,5,6,7,8")
	define("DefFunctionGroup", 1, "MODEL")
	define("DefFunctionGroup", 2, "MPI")
	functions(1, "main time_step advect cloud_physics pack_halo write_checkpoint")
	functions(2, "MPI_Send MPI_Recv MPI_Allreduce MPI_Barrier")
	define("DefCollectiveOperation", 1, "MPI_Allreduce", 4)
	define("DefCollectiveOperation", 2, "MPI_Barrier", 1)
	define("DefFileGroup", 1, "checkpoints")
	define("DefFile", 1, "storm.chk", 1)
}

function enter(p, name) { put(clock[p], "Enter", p, number[name], 0); clock[p] += 200 }
function leave(p, name) { put(clock[p], "Leave", p, number[name], 0); clock[p] += 200 }

function work(p, name, time) {
	enter(p, name)
	clock[p] += time + random(time / 20)
	leave(p, name)
}

# to the process on the right, from that on the left; a message takes 20 us
function exchange(   p, left) {
	for (p = 1; p <= processes; p++) {
		enter(p, "MPI_Send")
		sent[p] = clock[p]
		put(clock[p], "SendMsg", p, p % processes + 1, 100, 1, 65536, 0)
		clock[p] += 3 * us
		leave(p, "MPI_Send")
	}
	for (p = 1; p <= processes; p++) {
		left = (p + processes - 2) % processes + 1
		enter(p, "MPI_Recv")
		if (clock[p] < sent[left] + 20 * us)
			clock[p] = sent[left] + 20 * us
		put(clock[p], "RecvMsg", p, left, 100, 1, 65536, 0)
		clock[p] += us
		leave(p, "MPI_Recv")
	}
}

function collective(operation, name, bytes,   p, last) {
	matching++
	for (p = 1; p <= processes; p++) {
		enter(p, name)
		put(clock[p], "BeginCollectiveOperation", p, operation, matching, 100, 0, bytes, bytes, 0)
		if (clock[p] > last)
			last = clock[p]
	}
	for (p = 1; p <= processes; p++) {
		clock[p] = last + 15 * us + random(2 * us)
		put(clock[p], "EndCollectiveOperation", p, matching)
		leave(p, name)
	}
}

# the first process writes, the others wait for it in the barrier
function checkpoint(time) {
	enter(1, "write_checkpoint")
	put(clock[1], "BeginFileOperation", 1, ++matching, 0)
	clock[1] += time
	put(clock[1], "EndFileOperation", 1, 1, matching, 1, 3, 67108864, 0)
	leave(1, "write_checkpoint")
	collective(2, "MPI_Barrier", 0)
}

function time_step(step,   p, storm) {
	storm = int((step - 1) / 3) % processes + 1
	for (p = 1; p <= processes; p++) {
		enter(p, "time_step")
		work(p, "advect", 4 * ms)
		work(p, "cloud_physics", (p == storm ? 7 : 3) * ms)
		work(p, "pack_halo", (p == 6 && step > 8 && !repaired ? 3000 : 300) * us)
	}
	exchange()
	collective(1, "MPI_Allreduce", 8)
	if (step % 6 == 0)
		checkpoint((step == 18 && !repaired ? 90 : 6) * ms)
	for (p = 1; p <= processes; p++)
		leave(p, "time_step")
}
