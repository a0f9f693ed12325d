/* schema.c - the tables and indexes. See schema.h. */
#include "cmd/to-sqlite/schema.h"
#include "base/buf.h"
#include <ctype.h>
#include <stdio.h>

/* ---- tables of their own ---- */

static const struct {
	const char *name;
	unsigned ncolumns;
	int is_keyed;
	const char *columns;
} specials[DB_RECORDS] = {
	[DB_META] = {"meta", 2, 0, "key TEXT, value"},
	[DB_STRINGS] = {"strings", 2, 1, "id INTEGER PRIMARY KEY, text"},
	[DB_CALLS] = {"calls", 10, 1,
                      "id INTEGER PRIMARY KEY, process REFERENCES def_process, function REFERENCES def_function, "
                      "start, \"end\", exclusive, depth, parent REFERENCES calls, source REFERENCES def_scl, "
                      "end_source REFERENCES def_scl"},
	[DB_MESSAGES] = {"messages", 13, 1,
                         "id INTEGER PRIMARY KEY, sender REFERENCES def_process, receiver REFERENCES def_process, "
                         "\"group\" REFERENCES def_process_group, tag, length, received, start, \"end\", "
                         "source REFERENCES def_scl, end_source REFERENCES def_scl, send_call REFERENCES calls, "
                         "recv_call REFERENCES calls"},
	[DB_COLLECTIVES] = {"collectives", 13, 1,
                            "id INTEGER PRIMARY KEY, process REFERENCES def_process, "
                            "collective REFERENCES def_collective_operation, \"group\" REFERENCES "
                            "def_process_group, instance, root REFERENCES def_process, sent, received, start, "
                            "\"end\", matching, source REFERENCES def_scl, call REFERENCES calls"},
	[DB_FILE_OPERATIONS] = {"file_operations", 11, 1,
                                "id INTEGER PRIMARY KEY, process REFERENCES def_process, file REFERENCES "
                                "def_file, handle, operation, bytes, start, \"end\", matching, source REFERENCES "
                                "def_scl, call REFERENCES calls"},
	[DB_WAITS] = {"waits", 12, 1,
                      "id INTEGER PRIMARY KEY, kind, process REFERENCES def_process, call REFERENCES calls, start, "
                      "\"end\", peer REFERENCES def_process, peer_call REFERENCES calls, \"group\" REFERENCES "
                      "def_process_group, message REFERENCES messages, collective REFERENCES collectives, "
                      "wrong_order"},
	[DB_LIVES] = {"lives", 7, 1,
                      "id INTEGER PRIMARY KEY, process REFERENCES def_process, thread, start, \"end\", useful, "
                      "ideal"},
	[DB_COUNTERS] = {"counters", 5, 1,
                         "id INTEGER PRIMARY KEY, time, process REFERENCES def_process, counter REFERENCES "
                         "def_counter, value"},
	[DB_MARKERS] = {"markers", 5, 1,
                        "id INTEGER PRIMARY KEY, time, process REFERENCES def_process, marker REFERENCES "
                        "def_marker, text"},
	[DB_KEY_VALUES] = {"key_values", 7, 0,
                           "\"table\" TEXT, row, at TEXT, position, key REFERENCES def_key_value, type TEXT, value"},
	[DB_OTHER] = {"other", 2, 1, "id INTEGER PRIMARY KEY, line"},
	[DB_ELSEWHERE] = {"collectives_elsewhere", 5, 0,
                          "collective REFERENCES def_collective_operation, \"group\" REFERENCES "
                          "def_process_group, instance, start, \"end\""},
};

/* Records whose rows are in these tables alone. */
static const uint8_t is_special[OTFP_NTYPES] = {
	[OTFP_Enter] = 1,
	[OTFP_Leave] = 1,
	[OTFP_SendMsg] = 1,
	[OTFP_RecvMsg] = 1,
	[OTFP_CollectiveOperation] = 1,
	[OTFP_BeginCollectiveOperation] = 1,
	[OTFP_EndCollectiveOperation] = 1,
	[OTFP_FileOperation] = 1,
	[OTFP_BeginFileOperation] = 1,
	[OTFP_EndFileOperation] = 1,
	[OTFP_Counter] = 1,
	[OTFP_Marker] = 1,
};

/* ---- tables of records ---- */

/* DefProcessGroup is def_process_group, RMAPut is rma_put. */
static void put_name(char to[DB_NAME], const char *name, const char *suffix)
{
	size_t n = 0;

	for (size_t i = 0; name[i] && n < DB_NAME - 12; i++) {
		const int starts = i && isupper((unsigned char)name[i]) &&
		                   (islower((unsigned char)name[i - 1]) || islower((unsigned char)name[i + 1]));
		if (starts)
			to[n++] = '_';
		to[n++] = (char)tolower((unsigned char)name[i]);
	}
	snprintf(to + n, DB_NAME - n, "%s%s", *suffix ? "_" : "", suffix);
}

static int put_column(struct otfp_buf *b, const struct otfp_field *f)
{
	for (unsigned type = 0; f->what != OTFP_W_NONE && type < OTFP_NTYPES; type++) {
		char name[DB_NAME];
		/* a peer is a process */
		if (otfp_table[type].defines != (f->what == OTFP_W_PEER ? OTFP_W_PROCESS : f->what))
			continue;
		put_name(name, otfp_table[type].name, "");
		return otfp_buf_printf(b, ", \"%s\" REFERENCES %s", f->name, name);
	}
	return otfp_buf_printf(b, ", \"%s\"", f->name);
}

/* The statement of a table of a record type, and of its list. @return 0, or -1 when memory is out */
static int put_record(struct otfp_buf *b, unsigned type, struct db_table *t, struct db_table *list,
                      struct schema_names *names)
{
	const struct otfp_schema *s = &otfp_table[type];
	const int is_timed = otfp_is_timed(s->file);
	int rc;

	put_name(names->p[type], s->name, "");
	*t = (struct db_table){.name = names->p[type], .ncolumns = is_timed ? 3 : 2, .is_keyed = 1};
	/* DefUniqueId has an id of its own */
	rc = otfp_buf_printf(b, "CREATE TABLE %s(%s INTEGER PRIMARY KEY, %s", t->name,
	                     type == OTFP_DefUniqueId ? "row" : "id",
	                     is_timed ? "time, process REFERENCES def_process" : "stream");
	for (unsigned i = 0; rc == 0 && i < s->nfields; i++) {
		if (s->fields[i].type == OTFP_FIELD_LIST) {
			put_name(names->p[OTFP_NTYPES + type], s->name, s->fields[i].name);
			*list = (struct db_table){.name = names->p[OTFP_NTYPES + type], .ncolumns = 3};
		} else {
			t->ncolumns++;
			rc = put_column(b, &s->fields[i]);
		}
	}
	if (rc == 0)
		rc = otfp_buf_puts(b, ");\n");
	if (rc == 0 && list->name)
		rc = otfp_buf_printf(b, "CREATE TABLE %s(\"%s\" REFERENCES %s, position, member);\n", list->name,
		                     t->name, t->name);
	return rc;
}

int schema_create(struct db *d, struct db_table *tables, struct schema_names *names)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int rc = 0, code;

	for (unsigned i = 0; rc == 0 && i < DB_RECORDS; i++) {
		tables[i] = (struct db_table){.name = specials[i].name,
		                              .ncolumns = specials[i].ncolumns,
		                              .is_keyed = specials[i].is_keyed};
		rc = otfp_buf_printf(&b, "CREATE TABLE %s(%s);\n", specials[i].name, specials[i].columns);
	}
	for (unsigned type = 0; rc == 0 && type < OTFP_NTYPES; type++)
		if (otfp_table[type].name && !is_special[type]) /* type 0 is none */
			rc = put_record(&b, type, &tables[DB_RECORDS + type], &tables[DB_LISTS + type], names);
	code = rc == 0 && otfp_buf_str(&b) ? db_run(d, b.p) : db_fail(d);
	otfp_buf_release(&b);
	return code;
}

int schema_index(struct db *d)
{
	return db_run(d, "CREATE INDEX calls_process ON calls(process, start);"
	                 "CREATE INDEX calls_function ON calls(function);"
	                 "CREATE INDEX calls_parent ON calls(parent);"
	                 "CREATE INDEX messages_sender ON messages(sender, start);"
	                 "CREATE INDEX messages_receiver ON messages(receiver, \"end\");"
	                 "CREATE INDEX collectives_instance ON collectives(\"group\", instance);"
	                 "CREATE INDEX waits_process ON waits(process, start);"
	                 "CREATE INDEX waits_call ON waits(call);"
	                 "CREATE INDEX counters_process ON counters(process, counter, time);"
	                 "CREATE INDEX key_values_row ON key_values(\"table\", row);");
}

int schema_clean(struct db *d)
{
	return db_run(d, "DELETE FROM collectives_elsewhere WHERE NOT EXISTS (SELECT 1 FROM collectives c WHERE "
	                 "c.\"group\" IS collectives_elsewhere.\"group\" AND "
	                 "c.instance = collectives_elsewhere.instance)");
}
