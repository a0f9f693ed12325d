# Shares under a real Slurm, which tests/cluster/run starts: the result has the bytes of the whole.

load ../bats/common
load ../bats/stream
load ../bats/examples
load ../bats/shares
load ../bats/columns

setup() {
	common_setup
	STEP='srun -Q -N 1 -n 1 --overlap'
}

@test "the tasks of a step: 1, 3 and 17 shares have the bytes of the whole" {
	whole_trace
	for n in 1 3 17; do
		srun -Q -n $n --overcommit sh -c 'otf-stat --by process,function --partial --part auto big >p.$SLURM_PROCID'
		srun -Q -n $n --overcommit otf-filter -x -r Counter --part auto big -o share.%K
		put_together $n
	done
}

@test "tables by the tasks of a step: 1, 3 and 17 shares are the whole but for ids" {
	whole_tables
	for n in 1 3 17; do
		srun -Q -n $n --overcommit otf-to-parquet -q --part auto big -o shares
		union_is_whole $n
	done
}

@test "make in an allocation: 1, 3 and 17 shares have the bytes of the whole" {
	whole_trace
	for n in 1 3 17; do
		salloc -Q -n 4 make -s -j 4 -f "$REPO/otfpipe.mk" OTF_RUN="$STEP" OTF_SHARES=$n \
			OTF_STATFLAGS='--by process,function' OTF_SHARE='otf-filter -x -r Counter' big.tsv big.joined.otf
		same_as_whole big.tsv big.joined
		rm big.tsv big.joined.*
	done
}

@test "job arrays: 1, 3 and 17 shares have the bytes of the whole" {
	whole_trace
	cat >array.sh <<-'END'
		#!/bin/sh
		otf-stat --by process,function --partial --part auto big >p.$SLURM_ARRAY_TASK_ID &&
			otf-filter -x -r Counter --part auto big -o share.%K
	END
	for n in 1 3 17; do
		sbatch -Q --wait --array=1-$n -o '%a.log' array.sh
		put_together $n
	done
}

@test "a job that is requeued in the middle of a share ends with the bytes of the whole" {
	whole_trace
	# the second share of the first run waits until it is killed
	cat >slow <<-'END'
		#!/bin/sh
		echo "$*" >>ran
		case "$SLURM_RESTART_COUNT$*" in
		otf-stat*"--part 2/3"*) otf-cat big | head -n 20; : >there; exec sleep 1000 ;;
		esac
		exec "$@"
	END
	cat >job.sh <<-END
		#!/bin/sh
		make -s -f "$REPO/otfpipe.mk" OTF_RUN=./slow OTF_SHARES=3 OTF_SHARE='otf-filter -x -r Counter' \
			OTF_STATFLAGS='--by process,function' big.joined.otf big.tsv
	END
	chmod +x slow
	id=$(sbatch --parsable --requeue --open-mode=append -o job.log job.sh)
	while [ ! -e there ]; do sleep 0.1; done
	[ ! -e big.tsv ]
	[ ! -e big.part-2of3 ]
	scontrol requeue "$id"
	until scontrol -o show job "$id" | grep -q -e JobState=COMPLETED -e JobState=FAILED; do
		scontrol update jobid="$id" starttime=now 2>err || true
		sleep 0.2
	done
	scontrol -o show job "$id" | grep JobState=COMPLETED
	scontrol -o show job "$id" | grep Restarts=1
	same_as_whole big.tsv big.joined
	[ "$(grep -c 'part 2/3' ran)" -eq 3 ] # share 2 of the trace once, of the profile twice
	[ "$(grep -c 'part 1/3' ran)" -eq 2 ]
}

@test "the examples of doc/cookbook/cluster for Slurm run" {
	examples_setup
	tools='srun salloc sbatch' run_document fenced doc/cookbook/cluster
}
