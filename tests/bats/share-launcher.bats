# --part auto: the share of this process, as its launcher says in the environment.

load common
load stream

setup() {
	common_setup
	sample t
	for name in $(env | sed -n 's/^\(\(OMPI\|PALS\|PMI\|PMIX\|SLURM\)_[A-Za-z0-9_]*\)=.*/\1/p'); do
		unset "$name"
	done
	array='SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=3 SLURM_ARRAY_TASK_COUNT=4'
	step='SLURM_STEP_ID=0 SLURM_PROCID=4 SLURM_STEP_NUM_TASKS=6'
}

# chosen 'VARIABLE=VALUE...' [VALUE OF --part]: the numbers of the share
chosen() {
	# shellcheck disable=SC2086
	env $1 otf-cat --part "${2:-auto}" t | sed -n 's/^@PART	\([0-9]*\)	\([0-9]*\)	.*/\1 of \2/p'
}

# refused 'VARIABLE=VALUE...' VALUE-OF---part MESSAGE
refused() {
	# shellcheck disable=SC2086
	exits 2 env $1 otf-cat --part "$2" t -o refused
	says "otf-cat: --part $2: $3"
	nothing refused
}

@test "every launcher has its variables: rank + 1 of their number, in an array by its first task and step" {
	[ "$(chosen 'OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=3')" = '1 of 3' ]
	[ "$(chosen 'PALS_RANKID=2 PMI_SIZE=3')" = '3 of 3' ]
	[ "$(chosen 'PMI_RANK=1 PMI_SIZE=2')" = '2 of 2' ]
	[ "$(chosen "$step")" = '5 of 6' ]
	[ "$(chosen "$array")" = '3 of 4' ]
	[ "$(chosen 'SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=9')" = '6 of 9' ]
}

@test "the first of Open MPI, PALS, PMIx, PMI, Slurm step and Slurm array counts" {
	local all='OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=9 PALS_RANKID=1 PMIX_RANK=2 PMI_RANK=3 PMI_SIZE=8'
	all="$all SLURM_STEP_ID=0 SLURM_PROCID=4 SLURM_STEP_NUM_TASKS=1"
	local each=('1 of 9' '2 of 9' '3 of 9' '4 of 9' '5 of 9')
	for first in OMPI_COMM_WORLD_RANK PALS_RANKID PMIX_RANK PMI_RANK SLURM_STEP_ID; do
		[ "$(chosen "$all $array" auto/9)" = "${each[0]}" ]
		each=("${each[@]:1}")
		all=${all/$first=/OLD=}
	done
	[ "$(chosen "$all $array" auto/9)" = '3 of 9' ]
	# a batch script has a rank of its own, without a step
	[ "$(chosen "SLURM_PROCID=0 SLURM_NTASKS=4 SLURM_STEP_NUM_TASKS=4 $array")" = '3 of 4' ]
	refused 'SLURM_PROCID=0 SLURM_NTASKS=4' auto 'no Open MPI, PALS, PMIx, PMI, Slurm step or Slurm array'
	# a variable without a value is not set
	[ "$(chosen "OMPI_COMM_WORLD_RANK= SLURM_STEP_ID= $array")" = '3 of 4' ]
}

@test "a rank without a size needs auto/N, which counts in any case" {
	refused PMIX_RANK=1 auto 'PMIx has the rank (PMIX_RANK) but not the number of processes: give auto/N'
	refused PALS_RANKID=1 auto 'PALS has the rank'
	[ "$(chosen PMIX_RANK=1 auto/2)" = '2 of 2' ]
	[ "$(chosen 'OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2' auto/5)" = '2 of 5' ]
	refused PMIX_RANK=4 auto/4 'share 5 of 4, as PMIx says (PMIX_RANK), does not exist'
}

@test "an array whose tasks are steps of several tasks is ambiguous, one of steps of one task is not" {
	refused "$array $step" auto 'a step of 6 tasks in a Slurm array of 4: give the share as K/N'
	refused "$array $step" auto/24 'a step of 6 tasks in a Slurm array of 4'
	refused "$array $step PMIX_RANK=4" auto/6 'a step of 6 tasks in a Slurm array of 4'
	refused "$array $step PMI_RANK=4 PMI_SIZE=6" auto 'a step of 6 tasks in a Slurm array of 4'
	[ "$(chosen "$array SLURM_STEP_ID=0 SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=1")" = '1 of 1' ]
	# mpirun starts its daemons as a step
	[ "$(chosen "$array $step OMPI_COMM_WORLD_RANK=2 OMPI_COMM_WORLD_SIZE=4")" = '3 of 4' ]
}

@test "what is no number of a share is refused with the variable" {
	refused 'OMPI_COMM_WORLD_RANK=x OMPI_COMM_WORLD_SIZE=2' auto "OMPI_COMM_WORLD_RANK is not a number: 'x'"
	refused 'OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=-2' auto "OMPI_COMM_WORLD_SIZE is not a number: '-2'"
	refused 'PMI_RANK=99999999999999999999 PMI_SIZE=2' auto 'PMI_RANK is not a number'
	refused 'PMI_RANK=2 PMI_SIZE=2' auto 'share 3 of 2, as PMI says (PMI_RANK), does not exist'
	refused 'PMI_RANK=2 PMI_SIZE=1000001' auto 'share 3 of 1000001'
	refused "${array/STEP=3/STEP=0}" auto 'SLURM_ARRAY_TASK_ID 7 is not one from 1 on in steps of 0'
	refused "${array/ID=7/ID=0}" auto 'SLURM_ARRAY_TASK_ID 0 is not one from 1 on in steps of 3'
	refused "${array/ID=7/ID=8}" auto 'SLURM_ARRAY_TASK_ID 8 is not one from 1 on in steps of 3'
	refused "${array/COUNT=4/COUNT=2}" auto 'share 3 of 2, as Slurm array says'
	for text in auto/ auto/0 auto/x auto/1000001 auto/2/3 automatic auto2 Auto ''; do
		exits 2 env PMI_RANK=0 PMI_SIZE=1 otf-cat --part "$text" t
		says "otf-cat: --part: not a share K/N like 2/4"
	done
}

@test "-v says what was chosen, and nothing else does" {
	exits 0 env PMI_RANK=1 PMI_SIZE=2 otf-cat -v --part auto t
	grep -q -x 'otf-cat: --part auto: share 2 of 2, as PMI says' err
	silent env PMI_RANK=1 PMI_SIZE=2 otf-cat --part auto t
	exits 0 otf-cat -v --part 2/2 t
	fails grep -q -e --part err
}

@test "%K in the name of an output is the number of the share, with --part only" {
	for k in 0 1; do
		silent env PMI_RANK=$k PMI_SIZE=2 otf-cat --part auto t -o 'U.%K'
	done
	otf-write --join U U.1 U.2
	same_text U t
	silent otf-filter --part 2/2 -r '!Counter' --rejects 'r%K.%K' t -o '%K,%%K%'
	[ -e r2.2 ]
	[ -e '2,%2%.otf' ]
	silent otf-cat t -o 'V.%K'
	[ -e 'V.%K.otf' ]
	exits 2 otf-cat --part 1/2 t -o "$(printf '%9000s' x)%K"
	says 'the name is too long'
	# the outputs are compared with the inputs under their full names
	otf-cat t -o a2
	exits 1 otf-filter --part 2/2 a2 --rejects 'a%K.otf'
}

@test "processes that mpirun starts share a trace" {
	need_tools mpirun
	need_mktrace
	mktrace -p 12 -e 20k -s 6 | otf-write big
	mpirun --allow-run-as-root --oversubscribe -n 3 otf-cat --part auto big -o 'U.%K'
	otf-write --join U U.1 U.2 U.3
	for f in big.*; do cmp "$f" "U.${f#big.}"; done
}
