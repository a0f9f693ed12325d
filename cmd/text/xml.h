/* xml.h - text in XML. */
#ifndef CMD_TEXT_XML_H
#define CMD_TEXT_XML_H
#include "base/buf.h"
#include "otfpipe.h"

/** What stands in XML for the character at p, if it is not the character itself: an entity for what is markup, a
 * question mark for U+FFFE and U+FFFF, which XML has not.
 * @param p  at least one byte of what safe_put wrote, up to end @param used  set to the bytes that it replaces
 * @return NULL: it is the character itself */
const char *xml_other(const char *p, const char *end, size_t *used);
/** Append text of untrusted origin in its safe form (cmd/text/safe.h), for an element or an attribute. @return 0, or -1
 * when memory is out */
OTFP_MUST_CHECK int xml_add_unsafe(struct otfp_buf *b, struct otfp_str s);
#endif
