# otf-cat: records by number, records put in.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# ---- --num ----

@test "--num A:B is the A-th up to before the B-th record, as @END counts them" {
	otf-cat --no-pg "$sample" >all
	for range in 1:2 1:3 7:8 200:300 3154:3155; do
		silent otf-cat --no-pg --num $range "$sample"
		from=${range%:*} to=${range#*:}
		records <all | sed -n "$from,$((to - 1))p" | cmp - <(records <out)
		[ "$(tail -n 1 out)" = "@END	$((to - from))" ]
		[ "$(grep '^@[^E]' out)" = "$(grep '^@[^E]' all)" ]
	done
}

@test "--num with an open end, an empty range, and more than there are" {
	otf-cat --no-pg "$sample" | records >all
	silent otf-cat --no-pg --num 3000: "$sample"
	tail -n +3000 all | cmp - <(records <out)
	silent otf-cat --no-pg --num :3000 "$sample"
	head -n 2999 all | cmp - <(records <out)
	silent otf-cat --no-pg --num : "$sample"
	cmp all <(records <out)
	silent otf-cat --no-pg --num 9:9 "$sample"
	[ "$(tail -n 1 out)" = "@END	0" ]
	silent otf-cat --num 3000:5000 --count "$sample"
	[ "$(cat out)" -eq 155 ]
	silent otf-cat --num 5000: --count "$sample"
	[ "$(cat out)" -eq 0 ]
}

@test "--num counts what the selection lets through" {
	otf-cat --no-pg -r Enter -p 1,2 "$sample" | records | sed -n 5,8p >want
	silent otf-cat --no-pg --num 5:9 -r Enter -p 1,2 "$sample"
	cmp want <(records <out)
	otf-cat --no-pg -t 2ms:3ms -r event "$sample" | records | sed -n 5,8p >want
	silent otf-cat --no-pg --num 5:9 -t 2ms:3ms -r event "$sample"
	cmp want <(records <out)
}

@test "--num with -o writes a trace of these records, the streams as they were" {
	silent otf-cat --num 1:200 "$sample" -o t
	silent otf-cat --no-pg t
	otf-cat --no-pg "$sample" | records | head -n 199 | cmp - <(records <out)
	[ "$(grep ^@SM out)" = "$(otf-cat "$sample" | grep ^@SM)" ]
}

@test "--num reads nothing behind the last record that it wants" {
	small_trace
	lines garbage >>t.2.events
	silent otf-cat --num 1:10 t
	exits 1 otf-cat --num 1:15 t
	lines '@OTFPIPE|1.0' 'NoOp|1|1' 'NoOp|2|1' >part
	mkfifo in
	timeout 20 otf-cat --num 1:3 - <in >out &
	exec 7>in
	cat part >&7
	wait $! # though the stream goes on
	exec 7>&-
	[ "$(tail -n 1 out)" = "@END	2" ]
}

@test "a stream that ends before the range does is no whole stream" {
	lines '@OTFPIPE|1.0' 'NoOp|1|1' 'NoOp|2|1' >cut
	exits 0 otf-cat --num 1:3 - <cut
	exits 3 otf-cat --num 1:4 - <cut
	[ "$(grep -c ^@END out)" -eq 0 ]
	exits 3 otf-cat --num 1: - <cut
	exits 3 otf-cat --num 1:4 - -o t <cut
	nothing t
}

@test "a range that is none is a usage error" {
	for range in '' 5 0:5 5:0 5:3 a:b 1:2:3 -1:2 1:+2 ' 1:2' 18446744073709551616:; do
		exits 2 otf-cat --num "$range" "$sample" || { echo "$range" && return 1; }
		says "--num: "
		[ ! -s out ]
	done
}
