# The workflow files in doc/cookbook/check: what they are, and that their commands do what they are there for.

load examples

setup() {
	examples_setup
	python3 -c 'import yaml' 2>/dev/null || skip "no python3-yaml here"
	fenced_examples "$top/doc/cookbook/check"
	for script in $(grep -l -e '^mkdir -p .github' -e '^cat >.gitlab-ci' [0-9]*.sh); do
		sh "$script"
	done
	mkdir trace baseline
	otf-cat "$top/tests/data/sample.otf" -o trace/run
	otf-cat "$top/tests/data/sample.otf" -o baseline/run
}

# commands FILE: those of the job "check" but for the installation, one a line
commands() {
	python3 -c '
import sys, yaml
jobs = yaml.safe_load(open(sys.argv[1]))
check = jobs["jobs"]["check"] if "jobs" in jobs else jobs["check"]
steps = [s["run"] for s in check["steps"] if "run" in s] if "steps" in check else check["script"]
print(*[c for c in steps if not c.startswith("apt-get")], sep="\n")' "$1"
}

# all commands of FILE in their order, up to the first that fails
run_workflow() {
	rm -f ./*.xml report.html
	commands "$1" >list
	[ "$(grep -c ^otf- list)" -eq 4 ] || return 99
	bash -e list
}

@test "both workflows are YAML, and name the files that their commands write" {
	for file in .github/workflows/trace.yml .gitlab-ci.yml; do
		run_workflow "$file" >output
		[ -s report.html ]
		for junit in check slower waits; do
			python3 -c 'import sys, xml.etree.ElementTree as tree; tree.parse(sys.argv[1])' $junit.xml
		done
		grep -q 'path.*report.html' "$file"
		grep -q "'\*.xml'" "$file"
	done
}

@test "both workflows fail for a slower run, and for a trace that is not valid" {
	for file in .github/workflows/trace.yml .gitlab-ci.yml; do
		otf-remap --force --scale 1.5 baseline/run -o trace/run
		run run_workflow "$file"
		[ "$status" -eq 1 ]
		grep -q '<failure' slower.xml
		printf '3 0 400us\n' >clock && otf-remap --force --clocks clock baseline/run -o trace/run
		run run_workflow "$file"
		[ "$status" -eq 1 ]
		grep -q '<failure' check.xml
	done
}
