/* help.c - --help, --version and --otfp-complete on stdout. help2man reads the first two. */
#include "cmd/text/message.h"
#include "cmd/option/option.h"
#ifdef HAVE_CAIRO
#include <cairo.h>
#endif
#include <ctype.h>
#include <errno.h>
#ifdef HAVE_MICROHTTPD
#include <microhttpd.h>
#endif
#include <stdio.h>
#include <string.h>
#include <zlib.h>
#ifdef HAVE_ISAL
#include <isa-l.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif
#if defined(__has_include)
#if __has_include("version.h")
#include "version.h"
#ifdef HAVE_SQLITE
#include <sqlite3.h> /* only for its version: otf-to-sqlite alone is linked with it */
#endif
#endif
#endif
#ifndef BUILD_CC
#define BUILD_CC "unknown"
#define BUILD_CFLAGS "unknown"
#endif

enum { TEXT_COLUMN = 30, LINE = 79, TEXT = 1000 };

static int finish_stdout(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return 0;
	message_print("stdout: %s", strerror(errno));
	return 1;
}

/* The left column: "  -p, --process=SET". */
static void put_usage(const struct option_row *o, char *to, size_t size)
{
	char letter[] = "  -x, ";
	int optional = option_is_optional(o);

	letter[3] = o->letter;
	snprintf(to, size, "%s--%s%s%s%s%s", o->letter ? letter : "      ", o->name, optional ? "[" : "",
	         o->arg ? "=" : "", o->arg ? o->arg : "", optional ? "]" : "");
}

/* Break the text into lines from TEXT_COLUMN on. The cursor is at TEXT_COLUMN. */
static void print_wrapped(const char *text)
{
	int column = TEXT_COLUMN;

	while (*text) {
		int n = (int)strcspn(text, " "), is_first = column == TEXT_COLUMN;
		if (!is_first && column + 1 + n > LINE) {
			printf("\n%*s", TEXT_COLUMN, "");
			column = TEXT_COLUMN;
			is_first = 1;
		}
		column += printf(is_first ? "%.*s" : " %.*s", n, text);
		text += n + (text[n] == ' ');
	}
	putchar('\n');
}

/* help2man needs two blanks between the columns. */
static void print_option(const struct option_row *o)
{
	char left[200], text[TEXT], with_words[TEXT];

	put_usage(o, left, sizeof left);
	snprintf(text, sizeof text, "%s", o->help);
	snprintf(with_words, sizeof with_words, "%s: ", o->help);
	if (o->word && word_list(with_words, sizeof with_words, o->word, ", "))
		memcpy(text, with_words, sizeof text);
	if (strlen(left) > TEXT_COLUMN - 2)
		printf("%s\n%*s", left, TEXT_COLUMN, "");
	else
		printf("%-*s", TEXT_COLUMN, left);
	print_wrapped(text);
}

static void print_indented(const char *lines)
{
	while (*lines) {
		size_t n = strcspn(lines, "\n");
		printf(n ? "  %.*s\n" : "\n", (int)n, lines);
		lines += n + (lines[n] == '\n');
	}
}

static int takes(const struct command *c, const char *name)
{
	for (int i = 0; i < command_tables(c); i++)
		for (const struct option_row *o = c->options[i].table; o->name; o++)
			if (strcmp(o->name, name) == 0)
				return 1;
	return 0;
}

int option_print_help(const struct command *c)
{
	const char *own = strstr(c->description, "\nExit status:\n");
	size_t n = own ? (size_t)(own - c->description) : strlen(c->description);

	printf("Usage: %s %s\n", c->name, command_usage(c));
	printf("%c%s.\n\nExamples:\n", toupper((unsigned char)c->summary[0]), c->summary + 1);
	print_indented(c->examples);
	putchar('\n');
	printf("%.*s%s", (int)n, c->description, n && c->description[n - 1] == '\n' ? "" : "\n");
	for (int i = 0; i < command_tables(c); i++) {
		if (*c->options[i].title)
			printf("\n%s:\n", c->options[i].title);
		for (const struct option_row *o = c->options[i].table; o->name; o++)
			if (!option_is_hidden(c, i, o))
				print_option(o);
	}
	if (own)
		fputs(own, stdout);
	else
		printf("\nExit status:\n"
		       "  0  done\n"
		       "  1  failed%s\n"
		       "  2  usage error\n"
		       "  3  the input ended early\n",
		       takes(c, "lossy") ? ", or data was dropped (0 with --lossy)" : "");
	return finish_stdout();
}

static void print_build(void)
{
	printf("\ncompiler: %s\nflags: %s\n", BUILD_CC, BUILD_CFLAGS);
	printf("zlib %s\n", zlibVersion());
#ifdef HAVE_ZSTD
	printf("zstd %s\n", ZSTD_versionString());
#else
	printf("no zstd\n");
#endif
#ifdef HAVE_ISAL
	printf("isa-l %d.%d.%d\n", ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);
#else
	printf("no isa-l\n");
#endif
#ifdef HAVE_SQLITE
	printf("sqlite " SQLITE_VERSION "\n");
#else
	printf("no sqlite\n");
#endif
#ifdef HAVE_CAIRO
	printf("cairo %s\n", CAIRO_VERSION_STRING);
#else
	printf("no cairo\n");
#endif
#ifdef HAVE_MICROHTTPD
	printf("libmicrohttpd %x.%x.%x\n", (unsigned)MHD_VERSION >> 24, (unsigned)MHD_VERSION >> 16 & 255,
	       (unsigned)MHD_VERSION >> 8 & 255);
#else
	printf("no libmicrohttpd\n");
#endif
}

int option_print_version(const struct command *c, int verbose)
{
	printf("%s (otfpipe) %s\nLicense: BSD-3-Clause\n", c->name, OTFP_VERSION);
	if (verbose)
		print_build();
	return finish_stdout();
}

/* The words are separated by blanks, or by ", " if the value is a list of them. */
static void print_for_completion(const struct option_row *o)
{
	int is_list = o->kind == OPT_WORDS || o->kind == OPT_LIST || (o->kind == OPT_OPTIONAL && o->value);

	printf("%.*s\t%s\t%s%s%s\t%s\t", o->letter != 0, &o->letter, o->name, option_is_optional(o) ? "[" : "",
	       o->arg ? o->arg : "", option_is_optional(o) ? "]" : "", o->help);
	if (is_list && o->word && o->word(0))
		fputs(", ", stdout);
	for (unsigned i = 0; o->word && o->word(i); i++)
		printf("%s%s", i ? " " : "", o->word(i));
	putchar('\n');
}

int option_print_words(const struct command *c)
{
	for (int i = 0; i < command_tables(c); i++)
		for (const struct option_row *o = c->options[i].table; o->name; o++)
			if (!option_is_hidden(c, i, o))
				print_for_completion(o);
	return finish_stdout();
}
