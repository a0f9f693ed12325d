#include "parquet/page.h"
#include "parquet/thrift.h"
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

enum { DATA_PAGE = 0, DICTIONARY_PAGE = 2 };

static int copy(struct otfp_pages *p, const struct otfp_buf *bytes)
{
	p->packed.n = 0;
	return otfp_buf_add(&p->packed, bytes->p, bytes->n);
}

#ifdef HAVE_ZSTD
static int compress(struct otfp_pages *p, const struct otfp_buf *bytes)
{
	const size_t room = ZSTD_compressBound(bytes->n);
	size_t n;

	p->packed.n = 0;
	if (!p->zstd)
		p->zstd = ZSTD_createCCtx();
	if (!p->zstd || otfp_buf_reserve(&p->packed, room) < 0)
		return -1;
	n = ZSTD_compressCCtx(p->zstd, p->packed.p, room, bytes->p, bytes->n, p->level);
	if (ZSTD_isError(n)) /* only memory can be out: there is room */
		return -1;
	p->packed.n = n;
	return 0;
}

/* Whether compression gained less than a tenth, which is not worth its time. */
static int is_in_vain(const struct otfp_pages *p, const struct otfp_buf *bytes)
{
	return p->packed.n > bytes->n - bytes->n / 10;
}

static int pack(struct otfp_pages *p, struct otfp_parquet_packing *how, const struct otfp_buf *bytes)
{
	if (how->n && how->codec == OTFP_PARQUET_UNCOMPRESSED)
		return copy(p, bytes);
	if (compress(p, bytes) < 0)
		return -1;
	if (!how->n && how->is_doubtful && is_in_vain(p, bytes))
		return copy(p, bytes);
	how->codec = OTFP_PARQUET_ZSTD;
	return 0;
}

static void release(struct otfp_pages *p)
{
	ZSTD_freeCCtx(p->zstd);
}
#else
static int pack(struct otfp_pages *p, struct otfp_parquet_packing *how, const struct otfp_buf *bytes)
{
	(void)how;
	return copy(p, bytes);
}

static void release(struct otfp_pages *p)
{
	(void)p;
}
#endif

/* PageHeader of parquet.thrift. */
static int put_header(struct otfp_pages *p, size_t bytes, size_t values, int encoding, int is_dictionary)
{
	struct otfp_thrift t = {.b = &p->header};

	p->header.n = 0;
	otfp_thrift_number(&t, 1, OTFP_THRIFT_I32, is_dictionary ? DICTIONARY_PAGE : DATA_PAGE);
	otfp_thrift_number(&t, 2, OTFP_THRIFT_I32, (int64_t)bytes);
	otfp_thrift_number(&t, 3, OTFP_THRIFT_I32, (int64_t)p->packed.n);
	otfp_thrift_begin(&t, is_dictionary ? 7 : 5);
	otfp_thrift_number(&t, 1, OTFP_THRIFT_I32, (int64_t)values);
	otfp_thrift_number(&t, 2, OTFP_THRIFT_I32, encoding);
	if (!is_dictionary) {
		otfp_thrift_number(&t, 3, OTFP_THRIFT_I32, OTFP_PARQUET_RLE); /* of definition levels */
		otfp_thrift_number(&t, 4, OTFP_THRIFT_I32, OTFP_PARQUET_RLE); /* of repetition levels */
	}
	otfp_thrift_end(&t);
	otfp_thrift_end(&t);
	return t.failed ? -1 : 0;
}

int otfp_page_put(struct otfp_pages *p, struct otfp_parquet_packing *how, struct otfp_buf *to,
                  const struct otfp_buf *bytes, size_t values, int encoding, int is_dictionary)
{
	if (pack(p, how, bytes) < 0 || put_header(p, bytes->n, values, encoding, is_dictionary) < 0 ||
	    otfp_buf_add(to, p->header.p, p->header.n) < 0)
		return -1;
	how->n++;
	return otfp_buf_add(to, p->packed.p, p->packed.n);
}

void otfp_pages_release(struct otfp_pages *p)
{
	release(p);
	otfp_buf_release(&p->packed);
	otfp_buf_release(&p->header);
}
