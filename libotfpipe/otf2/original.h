/*
 * original.h - carriers of the other direction: OTF in an archive that otf-to-otf2 wrote, so that reading it gives the
 * same records again. carry.h is OTF2 in OTF. A trace that came from OTF2 gets none of these.
 *
 * The archive has the property OTFP_OTF2_ORIGINAL. Then:
 *
 * - References of locations are the tokens of OTF themselves. The tokens of other references are the properties
 *   OTFP_OTF2_TOKENS of system tree node 0: strings "<record> <first> <token>,<token>,...", such as "Region 0 7,9,12":
 *   the tokens of regions 0, 1 and 2. There may be several for a record: Region, Attribute, SourceCodeLocation,
 *   IoRegularFile, Comm (0: all processes), MetricClass (a counter), DefMarker. "-" is a reference without token.
 * - The definitions, control lines (@SM ...) and definitions of markers are the properties OTFP_OTF2_LINE of system
 *   tree node 0, in their order: strings, each a line of the line stream. A line too long for one string begins with
 *   properties OTFP_OTF2_PART. No other definition of the archive becomes a record.
 * - An event or snapshot with the attribute OTFP_OTF2_RECORD stands for the record of OTF with that number
 *   (records.def), and its fields are the attributes "OTF::<field>": UINT64; STRING. A missing one is 0 or an empty
 *   string. With OTFP_OTF2_NO_RECORD it stands for nothing: it is a part of another one.
 * - Each other event is the record that it usually becomes. An attribute of type SOURCE_CODE_LOCATION, named
 *   OTFP_OTF2_SOURCE, is the field source.
 * - All other attributes are the key-values, with the types of their DefKeyValue; but if there is an attribute
 *   OTFP_OTF2_TAGS, they are those of its string, as in the line stream: key:type:value, separated by HT.
 */
#ifndef OTFP_OTF2_ORIGINAL_H
#define OTFP_OTF2_ORIGINAL_H

#define OTFP_OTF2_ORIGINAL "OTF::ORIGINAL"
#define OTFP_OTF2_TOKENS "OTF::tokens"
#define OTFP_OTF2_LINE "OTF::line"
#define OTFP_OTF2_PART "OTF::part"
#define OTFP_OTF2_WORLD "OTF::world"
#define OTFP_OTF2_RECORD "OTF::record" /* UINT8 */
#define OTFP_OTF2_TAGS "OTF::tags"     /* STRING */
#define OTFP_OTF2_SOURCE "SOURCE_CODE_LOCATION"
/* Other fields of OTF records: "OTF::function". */
#define OTFP_OTF2_OF_OTF "OTF::"

enum { OTFP_OTF2_NO_RECORD = 255 };
#endif
