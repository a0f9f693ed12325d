#include "state/kept.h"
#include <stdlib.h>
#include <string.h>

static size_t bytes_of(const struct otfp_record *rec)
{
	size_t n = 0;

	for (uint32_t i = 0; i < rec->ntags; i++)
		n += rec->tags[i].type == OTFP_TAG_BYTES ? rec->tags[i].bytes.n : 0;
	return n;
}

int otfp_kept_make(struct otfp_kept **k, const struct otfp_record *rec)
{
	size_t tags = rec->ntags * sizeof *rec->tags;
	char *p;

	*k = NULL;
	if (!rec->ntags)
		return 0;
	*k = malloc(sizeof **k + tags + bytes_of(rec));
	if (!*k)
		return -1;
	(*k)->n = rec->ntags;
	memcpy((*k)->tags, rec->tags, tags);
	p = (char *)(*k)->tags + tags;
	for (uint32_t i = 0; i < rec->ntags; i++)
		if (rec->tags[i].type == OTFP_TAG_BYTES) {
			memcpy(p, rec->tags[i].bytes.p, rec->tags[i].bytes.n);
			(*k)->tags[i].bytes.p = p;
			p += rec->tags[i].bytes.n;
		}
	return 0;
}
