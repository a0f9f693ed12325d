#include "pipe/slice.h"
int otfp_slice_pieces(struct otfp_slice *s)
{
	(void)s;
	return 1;
}
