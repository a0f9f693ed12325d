#include "otf/names.h"
#include "base/num.h"
#include <string.h>

int otfp_otf_is_full(const char *name)
{
	size_t n = strlen(name);

	return n > 4 && strcmp(name + n - 4, ".otf") == 0;
}

int otfp_otf_stub(struct otfp_buf *b, const char *name)
{
	size_t n = strlen(name) - (otfp_otf_is_full(name) ? 4 : 0);

	b->n = 0;
	return otfp_buf_add(b, name, n) < 0 || !otfp_buf_str(b) ? -1 : 0;
}

int otfp_otf_target(struct otfp_buf *b, const char *name, struct otfp_error *err)
{
	if (otfp_otf_stub(b, name) < 0)
		return otfp_fail_memory(err);
	if (!b->n || b->p[b->n - 1] == '/')
		return otfp_fail(err, OTFP_EUSAGE, "'%s' is no name of a trace", name);
	return 0;
}

void otfp_otf_suffix(char *p, uint32_t stream, const char *kind, int packed)
{
	*p++ = '.';
	p = otfp_put_hex(p, stream);
	*p++ = '.';
	strcpy(stpcpy(p, kind), packed ? ".z" : "");
}
