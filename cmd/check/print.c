#include "cmd/check/print.h"
#include "base/esc.h"
#include "base/json.h"
#include "cmd/text/safe.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MARK_ROOM = 1200 };
enum { MARKER_ERROR = 1, MARKER_WARNING = 2 }; /* types of OTF markers */

/* Begin the document, at its first trace, or at its end if there is none. */
static void begin_json(struct check_printer *p)
{
	if (p->doc.out)
		return;
	p->doc.out = stdout;
	otfp_json_begin(&p->doc, NULL, '{');
	otfp_json_begin(&p->doc, "traces", '[');
}

void check_print_begin(struct check_printer *p, const char *name)
{
	p->name = name;
	p->src = NULL;
	p->findings = 0;
	p->failure[0] = '\0';
	p->marks = NULL;
	p->last = &p->marks;
	otfp_arena_clear(&p->arena);
	if (p->json && !p->quiet) {
		begin_json(p);
		otfp_json_line(&p->doc, 1);
		otfp_json_begin(&p->doc, NULL, '{');
		otfp_json_word(&p->doc, "trace", name);
		otfp_json_begin(&p->doc, "findings", '[');
	}
}

/* ---- text ---- */

static void print_message(const struct otfp_finding *f)
{
	if (f->whose) {
		safe_puts(f->whose, stdout);
		fputs(": ", stdout);
	}
	safe_puts(f->text, stdout);
}

static void print_text(const struct check_printer *p, const struct otfp_finding *f)
{
	struct otfp_finding_at at;

	otfp_finding_place(f, p->src, p->name, &at);
	safe_puts(at.path, stdout);
	if (at.line)
		printf(":%" PRIu64, at.line);
	printf(": %s: ", severity_name(f->severity));
	if (f->more)
		printf("%" PRIu64 " more like these", f->more);
	else
		print_message(f);
	printf(" [%s]\n", otfp_rules[f->rule].name);
}

/* ---- JSON ---- */

static void print_json(struct check_printer *p, const struct otfp_finding *f)
{
	struct otfp_json *j = &p->doc;
	struct otfp_finding_at at;

	otfp_finding_place(f, p->src, p->name, &at);
	p->findings++;
	otfp_json_line(j, 2);
	otfp_json_begin(j, NULL, '{');
	otfp_json_word(j, "rule", otfp_rules[f->rule].name);
	otfp_json_word(j, "severity", severity_name(f->severity));
	if (f->more) {
		otfp_json_number(j, "more", 1, f->more);
	} else {
		otfp_json_word(j, "file", at.path);
		otfp_json_number(j, "line", at.line != 0, at.line);
		otfp_json_number(j, "time", f->is_in_time, f->time);
		otfp_json_number(j, "process", f->is_in_time, f->process);
		otfp_json_word(j, "message", f->text);
	}
	otfp_json_end(j, '}');
}

static void end_json(struct check_printer *p, uint64_t errors, uint64_t warnings)
{
	if (p->findings)
		otfp_json_line(&p->doc, 1);
	otfp_json_end(&p->doc, ']');
	otfp_json_number(&p->doc, "errors", 1, errors);
	otfp_json_number(&p->doc, "warnings", 1, warnings);
	if (p->failure[0])
		otfp_json_word(&p->doc, "failure", p->failure);
	otfp_json_end(&p->doc, '}');
}

/* ---- markers ---- */

static int keep_mark(struct check_printer *p, const struct otfp_finding *f)
{
	struct check_mark *m = otfp_arena_get(&p->arena, sizeof *m);
	char text[MARK_ROOM], *copy;
	int n;

	if (f->more)
		n = snprintf(text, sizeof text, "%" PRIu64 " more like these [%s]", f->more, otfp_rules[f->rule].name);
	else
		n = snprintf(text, sizeof text, "%.1100s [%s]", f->text, otfp_rules[f->rule].name);
	copy = n < 0 ? NULL : otfp_arena_copy(&p->arena, text, (size_t)n + 1);
	if (!m || !copy)
		return -1;
	*m = (struct check_mark){.severity = f->severity, .time = f->time, .process = f->process, .text = copy};
	*p->last = m;
	p->last = &m->next;
	return 0;
}

static void print_marks(struct check_printer *p, const struct otfp_check *c)
{
	const uint32_t error = otfp_check_free_marker(c, 1), warning = otfp_check_free_marker(c, error + 1);
	char text[4 * MARK_ROOM];
	unsigned kinds = 0;

	for (const struct check_mark *m = p->marks; m; m = m->next)
		kinds |= 1u << m->severity;
	if (kinds >> OTFP_SEVERITY_ERROR & 1)
		printf("DefMarker\t-\t0\t%" PRIu32 "\totf-check error\t%d\n", error, MARKER_ERROR);
	if (kinds >> OTFP_SEVERITY_WARNING & 1)
		printf("DefMarker\t-\t0\t%" PRIu32 "\totf-check warning\t%d\n", warning, MARKER_WARNING);
	for (const struct check_mark *m = p->marks; m; m = m->next) {
		*otfp_esc_put(text, m->text, strlen(m->text)) = '\0';
		printf("Marker\t%" PRIu64 "\t%" PRIu32 "\t%" PRIu32 "\t%s\n", m->time, m->process,
		       m->severity == OTFP_SEVERITY_ERROR ? error : warning, text);
	}
}

/* ---- all ---- */

int check_print(struct check_printer *p, const struct otfp_finding *f)
{
	if (p->quiet)
		return 0;
	if (p->markers)
		return keep_mark(p, f);
	if (p->json)
		print_json(p, f);
	else
		print_text(p, f);
	return 0;
}

void check_print_end(struct check_printer *p, const struct otfp_check *c)
{
	const uint64_t found = c ? otfp_check_count(c, OTFP_SEVERITY_ERROR) : 0, errors = found + (p->failure[0] != 0);
	const uint64_t warnings = c ? otfp_check_count(c, OTFP_SEVERITY_WARNING) - found : 0;

	if (c && !p->quiet && p->markers)
		print_marks(p, c);
	if (!p->quiet && p->json)
		end_json(p, errors, warnings);
	message_note(1, "%s: %" PRIu64 " errors, %" PRIu64 " warnings", p->name, errors, warnings);
}

void check_print_all(struct check_printer *p)
{
	if (!p->json || p->quiet)
		return;
	if (p->doc.out)
		otfp_json_line(&p->doc, 0);
	begin_json(p);
	otfp_json_end(&p->doc, ']');
	otfp_json_end(&p->doc, '}');
	putchar('\n');
}

void check_printer_release(struct check_printer *p)
{
	otfp_arena_release(&p->arena);
}
