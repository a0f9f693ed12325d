/*
 * carry.h - carriers: what OTF has no field for, as key-values and comments of OTF, and back. The table drives both
 * ways, so that no field of a record is forgotten.
 *
 * Key-values. Readers find a key by the name of its DefKeyValue, never by its number. Written are the keys 1 + r of
 * attribute r, named otf2.attr:<name>; from OTFP_OTF2_FIRST_PARAMETER on those of parameters, otf2.param:<name>; and
 * from OTFP_OTF2_FIRST_KEY on
 *
 *     otf2.event
 *             UINT8, the number of the event (otfp_otf2_row.number): on a NoOp that stands for the event, and on each
 *             other record that usually stands for another one (RecvMsg of an MpiIrecv)
 *     otf2.<Record>.<field>, of a snapshot otf2.Snap<Record>.<field>
 *             a field that the OTF record does not express: otf2.MpiIrecv.requestID. A number has the OTF type of its
 *             width, i64 INT64, f64 DOUBLE; a text or a string reference BYTE_ARRAY, the bytes of the string; a list
 *             BYTE_ARRAY of words of 8 bytes, the least significant byte first, but of strings each with a zero byte
 *             after it
 *     otf2.<word>
 *             send.length (also of receives), location (id), name (with bytes that a text file cannot contain),
 *             metric and metric.n (below), metric.mode, file.dir, collectiveOp (of a DefCollectiveOperation), undefined
 *             (bit n: field n of the record of OTF2 is an undefined string, which is empty in OTF)
 *     otf2.prop:<name>, otf2.groupprop:<name>
 *             a property of what the record defines; of its location group. The OTF2_Type is the description of the key
 *
 * OTF stores no empty byte array: an empty text is one zero byte, also as the value of an attribute, property or
 * parameter; an empty list has no key-value.
 *
 * A NoOp has all fields of its event, but ParameterString, -Int and -UnsignedInt have only the key of the parameter.
 * A field with the undefined value of its type has no key-value. A reference to what OTF has a token for is that token
 * (UINT32), in key-values as in comments: AttributeRef and ParameterRef (a key), LocationRef and LocationGroupRef (a
 * process), RegionRef, GroupRef, CommRef, RmaWinRef, SystemTreeNodeRef (a group of processes), SourceCodeLocationRef,
 * IoFileRef; and what a scope refers to. Other references are numbers of OTF2: MetricRef, MetricMemberRef,
 * CallingContextRef, IoHandleRef (in fields of OTF its number + 1), ...
 *
 * The process that stands for a location group has the name of the group, the key-values of both, and
 * otf2.Location.name. Counters of one Metric event follow one another; the first has otf2.metric if the metric has more
 * than one member, and otf2.metric.n if the event has fewer values.
 *
 * Comments, one for each definition without a record of OTF (DefinitionComment, stream 0) and for each snapshot without
 * one (SnapshotComment):
 *
 *     otf2:def <Record> <field>=<value> ...      otf2:def CallingContext self=3 region=t:8 sourceCodeLocation=-
 * parent=2 otf2:snap <Record> <field>=<value> ...
 *
 * in the order of frames (before them location=t:<process> of a local definition); and of the anchor file
 *
 *     otf2:archive machine=s:node17              (and description; the creator is DefCreator)
 *     otf2:archive property=s:<name> value=s:<value>
 *
 * Numbers are decimal, f64 as the shortest text that reads back (or 0x and its bits), a reference that is undefined
 * "-". A string reference is "s:" and the text itself, percent-encoded: % " < > space, bytes below 0x20 and 0x7f.
 * References to what OTF has a token for are OTF tokens, so that commands that renumber tokens and drop definitions can
 * be noticed: "t:7"; but self is the number of OTF2. Lists are separated by commas. A value is its type, a colon, the
 * value: UINT64:17; a property its number, a colon, the value.
 *
 * Reading back: native fields of OTF win, for a filter may have changed them; carriers only fill in what OTF cannot
 * express. A comment goes with the definition that it refers to.
 */
#ifndef OTFP_OTF2_CARRY_CARRY_H
#define OTFP_OTF2_CARRY_CARRY_H
#include "otf2/frame.h"

/* The first key of parameters, and the first key of fields. Keys of attributes are smaller. */
#define OTFP_OTF2_FIRST_PARAMETER UINT32_C(0xfe000000)
#define OTFP_OTF2_FIRST_KEY UINT32_C(0xff000000)
/* The bit of otf2.undefined for Location.name, where the process stands for its location group, too. */
enum { OTFP_OTF2_NAME_OF_LOCATION = 16 };

/* otf2.<word>: key-values of the mapping that are no fields. */
enum otfp_otf2_word {
	OTFP_OTF2_WORD_EVENT,
	OTFP_OTF2_WORD_LENGTH,
	OTFP_OTF2_WORD_LOCATION,
	OTFP_OTF2_WORD_NAME,
	OTFP_OTF2_WORD_METRIC,
	OTFP_OTF2_WORD_METRIC_N,
	OTFP_OTF2_WORD_METRIC_MODE,
	OTFP_OTF2_WORD_DIRECTORY,
	OTFP_OTF2_WORD_UNDEFINED,
	OTFP_OTF2_WORD_OPERATION,
	OTFP_OTF2_NWORDS
};
extern const struct otfp_otf2_word_row {
	const char *name;
	uint8_t type; /* enum otfp_tag_type */
} otfp_otf2_words[OTFP_OTF2_NWORDS];
#endif
