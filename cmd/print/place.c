/* place.c - the process of a record: a column of text, or members of an object. */
#include "base/error.h"
#include "cmd/print/forms.h"

/* The column of a process, with its color and the blanks after it. @return 0, or -1 when memory is out */
static int put_column(struct print *p, struct otfp_buf *to, uint32_t process, const struct label *label)
{
	char text[] = "process 4294967295....";
	const size_t width = label ? label->width : (size_t)(otfp_put_dec(text + strlen("process "), process) - text);
	const size_t blanks = 2 + (width < p->place_width ? p->place_width - width : 0);

	if ((p->o.color && otfp_buf_printf(to, "\033[3%um", (unsigned)(1 + process % 6)) < 0) ||
	    otfp_buf_add(to, label ? label->p : text, label ? label->n : width) < 0)
		return -1;
	return otfp_buf_printf(to, "%s%*s", p->o.color ? "\033[m" : "", (int)blanks, "");
}

static int put_members(struct otfp_buf *to, uint32_t process, const struct label *label)
{
	if (otfp_buf_printf(to, ",\"process\":%u", (unsigned)process) < 0)
		return -1;
	return label && (otfp_buf_puts(to, ",\"process_name\":") < 0 || otfp_buf_add(to, label->p, label->n) < 0) ? -1 :
	                                                                                                            0;
}

void print_make_place(struct print *p, struct otfp_buf *to, uint32_t process)
{
	const struct label *label = label_of(&p->labels, OTFP_NAMED_PROCESS, 0, process, process);

	to->n = 0;
	if ((p->o.json ? put_members(to, process, label) : put_column(p, to, process, label)) < 0 ||
	    otfp_buf_reserve(to, PRINT_PLACE) < 0) {
		to->n = 0;
		pen_fail(&p->pen);
	}
}
