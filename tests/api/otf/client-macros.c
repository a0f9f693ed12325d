/* client-macros.c - the constants and macros of otf.h where programs need constants: labels, sizes, conditions,
 * initializers. It is C and C++. */
#include <otfaux.h>
#include <OTF_File.h>
#include <stdio.h>
#include <string.h>

#if OTF_VERSION_MAJOR != 1 || OTF_VERSION_MAYOR != 1 || OTF_VERSION_MINOR < 12 || OTF_VERSION_SUB < 0
#error "another version"
#endif
#if OTF_NRECORDS < 68 || OTF_ERR_LEN < 1000 || OTF_RETURN_OK || !OTF_RETURN_ABORT || !OTF_RETURN_BREAK || OTF_NO_ERROR
#error "other constants"
#endif

static char message[OTF_ERR_LEN];
static uint8_t seen[OTF_NRECORDS];
static uint8_t bytes[OTF_KEYVALUE_MAX_ARRAY_LEN];

/* Each record type once: two of one value would not compile. */
static int is_record(unsigned type)
{
	switch (type) {
	case OTF_EVENTCOMMENT_RECORD:
	case OTF_COUNTER_RECORD:
	case OTF_ENTER_RECORD:
	case OTF_NOOP_RECORD:
	case OTF_COLLOP_RECORD:
	case OTF_RECEIVE_RECORD:
	case OTF_SEND_RECORD:
	case OTF_LEAVE_RECORD:
	case OTF_BEGINPROCESS_RECORD:
	case OTF_ENDPROCESS_RECORD:
	case OTF_FILEOPERATION_RECORD:
	case OTF_RMAPUT_RECORD:
	case OTF_RMAPUTRE_RECORD:
	case OTF_RMAGET_RECORD:
	case OTF_RMAEND_RECORD:
	case OTF_BEGINCOLLOP_RECORD:
	case OTF_ENDCOLLOP_RECORD:
	case OTF_BEGINFILEOP_RECORD:
	case OTF_ENDFILEOP_RECORD:
	case OTF_DEFTIMERRESOLUTION_RECORD:
	case OTF_DEFPROCESS_RECORD:
	case OTF_DEFPROCESSGROUP_RECORD:
	case OTF_DEFATTRLIST_RECORD:
	case OTF_DEFPROCESSORGROUPATTR_RECORD:
	case OTF_DEFPROCESSSUBSTITUTES_RECORD:
	case OTF_DEFFUNCTION_RECORD:
	case OTF_DEFFUNCTIONGROUP_RECORD:
	case OTF_DEFCOUNTER_RECORD:
	case OTF_DEFCOUNTERGROUP_RECORD:
	case OTF_DEFCOLLOP_RECORD:
	case OTF_DEFSCL_RECORD:
	case OTF_DEFSCLFILE_RECORD:
	case OTF_DEFVERSION_RECORD:
	case OTF_DEFCREATOR_RECORD:
	case OTF_DEFFILE_RECORD:
	case OTF_DEFFILEGROUP_RECORD:
	case OTF_DEFTIMERANGE_RECORD:
	case OTF_DEFCOUNTERASSIGNMENTS_RECORD:
	case OTF_DEFKEYVALUE_RECORD:
	case OTF_DEFUNIQUEID_RECORD:
	case OTF_DEFAUXSAMPLEPOINT_RECORD:
	case OTF_FUNCTIONSUMMARY_RECORD:
	case OTF_FUNCTIONGROUPSUMMARY_RECORD:
	case OTF_MESSAGESUMMARY_RECORD:
	case OTF_COLLOPSUMMARY_RECORD:
	case OTF_FILEOPERATIONSUMMARY_RECORD:
	case OTF_FILEGROUPOPERATIONSUMMARY_RECORD:
	case OTF_DEFINITIONCOMMENT_RECORD:
	case OTF_ENTERSNAPSHOT_RECORD:
	case OTF_SENDSNAPSHOT_RECORD:
	case OTF_SUMMARYCOMMENT_RECORD:
	case OTF_SNAPSHOTCOMMENT_RECORD:
	case OTF_OPENFILESNAPSHOT_RECORD:
	case OTF_BEGINCOLLOPSNAPSHOT_RECORD:
	case OTF_BEGINFILEOPSNAPSHOT_RECORD:
	case OTF_COLLOPCOUNTSNAPSHOT_RECORD:
	case OTF_COUNTERSNAPSHOT_RECORD:
	case OTF_UNKNOWN_RECORD:
	case OTF_DEFMARKER_RECORD:
	case OTF_MARKER_RECORD: seen[type] = 1; return 1;
	}
	return 0;
}

static const char *of_type(OTF_Type type)
{
	switch (type) {
	case OTF_UNKNOWN: return "unknown";
	case OTF_CHAR: return "char";
	case OTF_INT8: return "int8";
	case OTF_UINT8: return "uint8";
	case OTF_INT16: return "int16";
	case OTF_UINT16: return "uint16";
	case OTF_INT32: return "int32";
	case OTF_UINT32: return "uint32";
	case OTF_INT64: return "int64";
	case OTF_UINT64: return "uint64";
	case OTF_FLOAT: return "float";
	case OTF_DOUBLE: return "double";
	case OTF_BYTE_ARRAY: return "bytes";
	}
	return "";
}

static const char *of_attribute(OTF_ATTR_TYPE type)
{
	switch (type) {
	case OTF_ATTR_UNKNOWN: return "unknown";
	case OTF_ATTR_IsMPIRank: return "rank";
	case OTF_ATTR_IsPThread:
	case OTF_ATTR_IsOMPThread:
	case OTF_ATTR_IsCellSPUThread:
	case OTF_ATTR_IsCUDAThread:
	case OTF_ATTR_IsMasterThread: return "thread";
	case OTF_ATTR_hasGroupCounters:
	case OTF_ATTR_hasEnterLeaveRecords: return "has";
	case OTF_ATTR_IsCommunicator: return "communicator";
	}
	return "";
}

static const char *of_collective(uint32_t type)
{
	static const char *const names[] = {"unknown", "barrier", "one2all", "all2one", "all2all"};

	switch (type) {
	case OTF_COLLECTIVE_TYPE_UNKNOWN:
	case OTF_COLLECTIVE_TYPE_BARRIER:
	case OTF_COLLECTIVE_TYPE_ONE2ALL:
	case OTF_COLLECTIVE_TYPE_ALL2ONE:
	case OTF_COLLECTIVE_TYPE_ALL2ALL: return names[type];
	}
	return "";
}

static void counters(void)
{
	static const uint32_t types[] = {OTF_COUNTER_VARTYPE_UNSIGNED8, OTF_COUNTER_VARTYPE_SIGNED8,
	                                 OTF_COUNTER_VARTYPE_UNSIGNED4, OTF_COUNTER_VARTYPE_SIGNED4,
	                                 OTF_COUNTER_VARTYPE_UNSIGNED2, OTF_COUNTER_VARTYPE_SIGNED2,
	                                 OTF_COUNTER_VARTYPE_FLOAT,     OTF_COUNTER_VARTYPE_DOUBLE};
	static const uint32_t scopes[] = {OTF_COUNTER_SCOPE_START, OTF_COUNTER_SCOPE_POINT, OTF_COUNTER_SCOPE_LAST,
	                                  OTF_COUNTER_SCOPE_NEXT};

	for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
		for (unsigned j = 0; j < sizeof scopes / sizeof *scopes; j++) {
			uint32_t properties = OTF_COUNTER_TYPE_ABS | scopes[j] | types[i];
			uint32_t type = properties & OTF_COUNTER_VARTYPE_BITS;
			printf("%u %u %d %d %d\n", properties & OTF_COUNTER_TYPE_BITS,
			       properties & OTF_COUNTER_SCOPE_BITS, OTF_COUNTER_VARTYPE_ISINTEGER(type),
			       OTF_COUNTER_VARTYPE_ISSIGNED(type), OTF_COUNTER_VARTYPE_ISUNSIGNED(type));
		}
	printf("%d\n", OTF_COUNTER_PROP_DEFAULT == (OTF_COUNTER_TYPE_ACC | OTF_COUNTER_SCOPE_START));
}

static void files(void)
{
	uint32_t operation = OTF_FILEOP_WRITE | OTF_IOFLAG_ASYNC | OTF_IOFLAG_COLL | OTF_IOFLAG_DIRECT |
	                     OTF_IOFLAG_SYNC | OTF_IOFLAG_ISREADLOCK | OTF_IOFLAG_IOFAILED;

	switch (OTF_FILEOP(operation)) {
	case OTF_FILEOP_OPEN:
	case OTF_FILEOP_CLOSE:
	case OTF_FILEOP_READ:
	case OTF_FILEOP_SEEK:
	case OTF_FILEOP_UNLINK:
	case OTF_FILEOP_RENAME:
	case OTF_FILEOP_DUP:
	case OTF_FILEOP_SYNC:
	case OTF_FILEOP_LOCK:
	case OTF_FILEOP_UNLOCK:
	case OTF_FILEOP_OTHER: puts("other"); break;
	case OTF_FILEOP_WRITE:
		printf("write %x %x\n", operation & OTF_FILEOP_BITS, operation & OTF_IOFLAGS_BITS);
		break;
	}
}

int main(void)
{
	static const uint32_t kinds[] = {OTF_FILETYPE_MASTER, OTF_FILETYPE_GLOBAL_DEF, OTF_FILETYPE_DEF,
	                                 OTF_FILETYPE_EVENT,  OTF_FILETYPE_SNAPS,      OTF_FILETYPE_STATS,
	                                 OTF_FILETYPE_MARKER};
	unsigned n = 0;

	for (unsigned type = 0; type < OTF_NRECORDS; type++)
		n += (unsigned)is_record(type);
	printf("%u records\n", n);
	for (int type = OTF_UNKNOWN; type <= OTF_BYTE_ARRAY; type++)
		puts(of_type((OTF_Type)type));
	for (int type = OTF_ATTR_UNKNOWN; type <= OTF_ATTR_IsMasterThread; type++)
		puts(of_attribute((OTF_ATTR_TYPE)type));
	for (uint32_t type = 0; type < 6; type++)
		puts(of_collective(type));
	counters();
	files();
	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		OTF_getFilename("t", 10, kinds[i] | OTF_FILECOMPRESSION_COMPRESSED, sizeof message, message);
		printf("%s %d\n", message, (kinds[i] & OTF_FILETYPE_BITS) == kinds[i]);
	}
	printf("%d %d %s\n", OTF_READ_ERROR == OTF_UINT64_MAX, OTF_READ_MAXRECORDS + 1 == OTF_READ_ERROR,
	       OTF_VERSION_STRING);
	printf("%d %d %d\n", OTF_MARKER_TYPE_ERROR, OTF_WSTREAM_FORMAT_LONG | OTF_WSTREAM_FORMAT_INLINE_SNAPSHOTS,
	       (int)OTF_AUX_SAMPLE_POINT_INLINE_SNAPSHOT);
	printf("%d %d\n", (int)sizeof bytes, OTF_FILECOMPRESSION_BITS | OTF_FILECOMPRESSION_UNCOMPRESSED);
	return OTF_ERROR == -1 && OTF_ZBUFFER_DEFAULTSIZE == 1 << 20 ? 0 : 1;
}
