#include "cmd/text/xml.h"
#include "cmd/text/safe.h"
#include <string.h>

static const char *entity(char c)
{
	return c == '<'  ? "&lt;" :
	       c == '>'  ? "&gt;" :
	       c == '&'  ? "&amp;" :
	       c == '"'  ? "&quot;" :
	       c == '\'' ? "&#39;" :
	                   NULL;
}

const char *xml_other(const char *p, const char *end, size_t *used)
{
	const int is_none = end - p >= 3 && memcmp(p, "\xef\xbf", 2) == 0 && (uint8_t)p[2] >= 0xbe;

	*used = is_none ? 3 : 1;
	return is_none ? "?" : entity(*p);
}

/* Append safe text (cmd/text/safe.h) for an element or an attribute. @return 0, or -1 when memory is out */
static int add(struct otfp_buf *b, struct otfp_str s)
{
	const char *const end = s.p + s.n;
	int rc = 0;

	for (size_t i = 0, used; i < s.n && rc == 0; i += used) {
		const char *other = xml_other(s.p + i, end, &used);
		rc = other ? otfp_buf_puts(b, other) : otfp_buf_add(b, s.p + i, 1);
	}
	return rc;
}

int xml_add_unsafe(struct otfp_buf *b, struct otfp_str s)
{
	struct otfp_buf safe = {0};
	int rc = safe_add(&safe, s);

	if (rc == 0 && safe.n)
		rc = add(b, (struct otfp_str){safe.p, safe.n});
	otfp_buf_release(&safe);
	return rc;
}
