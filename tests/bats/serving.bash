# Helpers of the tests of otf-view: a server that ends with the test.

teardown() {
	if [ -n "$server" ]; then kill -TERM "$server" 2>/dev/null || true; fi
}

# serve [OPTION...] TRACE: start it; sets $server and $url.
serve() {
	rm -f address
	otf-view --idle 120s "$@" >address 2>said 3>&- &
	server=$!
	soon [ -s address ]
	url=$(cat address)
}

asked() {
	python3 "$REPO/tests/oracle/view.py" "$@"
}

# The first pass is done.
complete() {
	asked get "$url" overview | grep -q '"complete": true'
}

# ended: $server ends; sets $status.
ended() {
	status=0
	wait "$server" || status=$?
	server=
}
