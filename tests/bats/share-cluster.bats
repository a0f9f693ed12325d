# Shares on many processors, by the tools that start them: the result has the bytes of the whole. Slurm: tests/cluster.

load common
load stream
load examples
load shares

setup() {
	common_setup
	unset MAKEFLAGS MFLAGS MAKELEVEL
	# as root, and more processes than processors
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
	export OMPI_MCA_btl=self,vader PARALLEL_HOME=$BATS_TEST_TMPDIR
}

@test "otfpipe.mk: 1, 3 and 17 shares give the profile, the call paths and the trace of the whole" {
	for n in 1 3 17; do
		packed=$([ $n -ne 3 ] || echo -z 1)
		# shellcheck disable=SC2086
		whole_trace $packed
		make -s -j 3 -f "$REPO/otfpipe.mk" OTF_SHARES=$n OTF_SHARE="otf-filter -x -r Counter $packed" OTF_JOINFLAGS="$packed" \
			OTF_STATFLAGS='--by process,function' big.tsv big.folded big.joined.otf
		same_as_whole big.tsv big.joined
		cmp big.folded <(otf-stat --folded big)
		[ -z "$(ls | grep -e 'big\.part-' -e 'big\.paths-' -e 'big\.share-')" ]
		rm big.* want.*
	done
}

@test "otfpipe.mk: 1, 3 and 17 slices have all events of the trace once" {
	whole_trace
	otf-cat --no-pg big | records | grep -v -e ^Def -e ^Marker >want
	for n in 1 3 17; do
		make -s -j 3 -f "$REPO/otfpipe.mk" OTF_SLICES=$n big.slices
		for k in $(seq $n); do
			otf-cat --no-pg "big.slice-${k}of$n" | records | grep -v -e ^Def -e ^Marker -e '^[A-Za-z]*Snapshot'
		done | cmp - want
	done
}

@test "otfpipe.mk: a job that fails leaves no file, and make goes on where it was" {
	whole_trace
	cat >run <<-'END'
		#!/bin/sh
		case "$*" in *"--part 2/3"*) [ -e well ] || { echo cut; exit 1; } ;; esac
		echo "$*" >>ran
		exec "$@"
	END
	chmod +x run
	exits 2 make -k -f "$REPO/otfpipe.mk" OTF_RUN=./run OTF_SHARES=3 big.tsv big.joined.otf
	[ ! -e big.tsv ]
	nothing big.joined
	[ ! -e big.part-2of3 ]
	[ ! -e big.part-2of3.new ]
	[ -e big.part-3of3 ]
	[ -e big.share-3of3.otf ]
	touch well
	rm ran
	exits 0 make -f "$REPO/otfpipe.mk" OTF_RUN=./run OTF_SHARES=3 big.tsv big.joined.otf
	[ "$(wc -l <ran)" -eq 2 ]
	otf-stat --tsv big | cmp - big.tsv
	otf-diff big big.joined
	exits 2 make -f "$REPO/otfpipe.mk" OTF_SHARES=0 big.tsv
	says 'OTF_SHARES is 0: not a number from 1 on'
}

@test "otfpipe.mk: make that is killed leaves nothing that looks complete" {
	whole_trace
	cat >run <<-'END'
		#!/bin/sh
		"$@" | head -c 100
		kill -9 "$(cat pid)" $$
	END
	chmod +x run
	sh -c 'echo $$ >pid; exec make -f "$0" OTF_RUN=./run OTF_SHARES=3 big.tsv' "$REPO/otfpipe.mk" 2>err || true
	[ ! -e big.tsv ]
	[ ! -e big.part-1of3 ]
	make -s -f "$REPO/otfpipe.mk" OTF_SHARES=3 big.tsv
	otf-stat --tsv big | cmp - big.tsv
}

@test "GNU parallel: 1, 3 and 17 shares have the bytes of the whole" {
	need_tools parallel
	whole_trace
	for n in 1 3 17; do
		seq $n | parallel -j 3 "otf-stat --by process,function --partial --part {}/$n big >p.{}"
		seq $n | parallel -j 3 otf-filter -x -r Counter --part "{}/$n" big -o share.{}
		put_together $n
	done
}

@test "mpirun: 1, 3 and 17 shares have the bytes of the whole" {
	need_tools mpirun
	whole_trace
	for n in 1 3 17; do
		mpirun -n $n sh -c 'otf-stat --by process,function --partial --part auto big >p.$OMPI_COMM_WORLD_RANK'
		mpirun -n $n otf-filter -x -r Counter --part auto big -o share.%K
		put_together $n
	done
}

# Without it, as in a chroot, the tools say that they cannot count the CPUs.
need_sys() {
	[ -d /sys/devices/system/cpu ] || skip "no /sys here"
}

# tree-readme.bats runs those that name no tool, tests/cluster those for Slurm.
@test "the examples of doc/cookbook/cluster for GNU parallel run" {
	need_tools parallel
	need_sys
	examples_setup
	tools=parallel run_document fenced doc/cookbook/cluster
}

@test "the examples of doc/cookbook/cluster for mpirun run" {
	need_tools mpirun
	need_sys
	examples_setup
	tools=mpirun run_document fenced doc/cookbook/cluster
}
