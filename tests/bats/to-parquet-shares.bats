# otf-to-parquet by many processes: the union of what the shares write is the whole, and the engine finds the messages
# that the matcher finds.

load common
load columns

setup() {
	common_setup
}

@test "shares one after the other: 1, 3 and 17 are the whole but for ids" {
	whole_tables
	for n in 1 3 17; do
		for k in $(seq $n); do
			otf-to-parquet -q --part "$k/$n" big -o shares
		done
		union_is_whole $n
	done
	grep -qE '^[0-9]+ tables, [0-9]+ rows, [1-9][0-9]+ messages' union
}

@test "GNU parallel: 1, 3 and 17 shares at once are the whole but for ids" {
	need_tools parallel
	whole_tables
	for n in 1 3 17; do
		seq $n | parallel -j 3 otf-to-parquet -q --part "{}/$n" big -o shares
		union_is_whole $n
	done
}

@test "mpirun: 1, 3 and 17 shares at once are the whole but for ids" {
	need_tools mpirun
	whole_tables
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
	for n in 1 3 17; do
		mpirun -n $n otf-to-parquet -q --part auto big -o shares
		union_is_whole $n
	done
}
