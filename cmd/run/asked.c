#include "cmd/run/asked.h"
#include "base/error.h"
#include "base/set.h"
#include "base/ticks.h"
#include "cmd/text/message.h"

/* @return whether the option asks for something that the input does not have; err has the message then */
static int is_missing(const struct asked *a, struct otfp_error *err)
{
	char terms[800];

	if (a->interval && !a->interval->met) {
		otfp_fail(err, OTFP_EFAIL, "--%s: no record is in the interval %s", a->name, a->text);
		return 1;
	}
	if (!a->set || !otfp_set_unmet(a->set, terms, sizeof terms))
		return 0;
	otfp_fail(err, OTFP_EFAIL, "--%s: nothing matches %s", a->name, terms);
	return 1;
}

int asked_report(const struct common *c, struct otfp_error *err)
{
	int code = 0;

	for (unsigned i = 0; i < c->nasked; i++) {
		struct otfp_error e;
		if (!is_missing(&c->asked[i], &e))
			continue;
		if (code < 0 || !c->strict)
			message_warning("%s", e.text);
		else
			code = otfp_fail(err, e.code, "%s", e.text);
	}
	return code;
}
