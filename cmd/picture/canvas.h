/*
 * canvas.h - draw a picture as SVG, PNG or PDF.
 *
 * Coordinates are pixels from the upper left corner; a PDF has 0.75 points a pixel. SVG keeps text as text, and the
 * title of an element is its tooltip. PNG and PDF need cairo (HAVE_CAIRO). The first error is kept in pen.code; what is
 * drawn after an error is dropped.
 *
 * Text may be any bytes: control characters and what is not UTF-8 are drawn as \xHH, so that SVG is well-formed.
 */
#ifndef CMD_PICTURE_CANVAS_H
#define CMD_PICTURE_CANVAS_H
#include "cmd/text/pen.h"
#include "cmd/picture/colors.h"

enum picture_form { PICTURE_SVG, PICTURE_PNG, PICTURE_PDF, NPICTURES };

/** The name of a form: "svg"; also what a file name ends in. @return NULL past the last */
const char *picture_word(unsigned form);
/** @return whether this build can write that form */
int picture_can(enum picture_form form);

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

/* How to fill or stroke. Zero-filled is opaque black. */
struct ink {
	uint32_t color;        /* 0xRRGGBB */
	double clear;          /* 0 opaque to 1 transparent */
	const char *kind;      /* class of the element in SVG, or NULL */
	struct otfp_str title; /* tooltip; n 0 = none */
};

struct font {
	double size; /* pixels */
	double most; /* width in pixels at most: longer text is cut; 0 = any */
	uint8_t is_bold;
	uint8_t is_up;   /* reads upwards */
	uint8_t anchor;  /* enum anchor */
	uint8_t has_end; /* what is cut loses its middle, and keeps more of its end: labels differ there */
};

struct spot {
	double x, y;
};

struct canvas;

/* What a form can draw. Text is safe and fits. */
struct canvas_ops {
	int (*begin)(struct canvas *c, struct otfp_str title);
	void (*rect)(struct canvas *c, double x, double y, double w, double h, const struct ink *ink);
	/* `width` 0: fill, else stroke */
	void (*path)(struct canvas *c, const struct spot *spots, size_t n, double width, const struct ink *ink);
	void (*text)(struct canvas *c, double x, double y, const struct font *font, const struct ink *ink,
	             struct otfp_str text);
	void (*raw)(struct canvas *c, const char *markup); /* SVG only; else nothing */
	void (*end)(struct canvas *c);
	void (*release)(struct canvas *c);
};

/* Zero-filled = not open. */
struct canvas {
	const struct canvas_ops *ops;
	struct pen pen;
	void *own;            /* of cairo */
	double width, height; /* pixels */
	const struct theme *theme;
	const struct colors *colors; /* of the names in it */
	struct otfp_buf scratch;     /* text of the element that is drawn */
	int is_part;                 /* of the options */
};

/* What to draw on. */
struct canvas_options {
	enum picture_form form;
	int is_dark;
	int is_part; /* an SVG within an HTML page: without declaration, background and script */
	double width, height;
	struct otfp_str title; /* of the document */
	struct colors *colors; /* of the caller; a picture adds the names in it. May be NULL if it has none */
};

/** Begin a picture and fill its background. fd stays the caller's; name, for messages, and err are kept.
 * @return 0 or <0; release c in any case */
int canvas_open(struct canvas *c, const struct canvas_options *o, int fd, const char *name, struct otfp_error *err);
/** End the picture and write all of it. @return 0, or the code <0 of the first error */
int canvas_end(struct canvas *c);
/** Free what c owns. */
void canvas_release(struct canvas *c);

void canvas_rect(struct canvas *c, double x, double y, double w, double h, const struct ink *ink);
void canvas_line(struct canvas *c, struct spot from, struct spot to, double width, const struct ink *ink);
/** A polyline of that width, or with width 0 a filled polygon. */
void canvas_path(struct canvas *c, const struct spot *spots, size_t n, double width, const struct ink *ink);
/** Text with its baseline at y. */
void canvas_text(struct canvas *c, double x, double y, const struct font *font, uint32_t color, struct otfp_str text);
/** The same for a string. */
void canvas_label(struct canvas *c, double x, double y, const struct font *font, uint32_t color, const char *text);
/** Put markup into the SVG; other forms ignore it. */
void canvas_raw(struct canvas *c, const char *markup);
/** The width of text of that size in a common font, rather too large: there are no metrics in SVG. */
double text_width(struct otfp_str text, double size);
/** How many bytes of the text, whole characters, have at most that width; those at its end if is_end. */
size_t text_fits(struct otfp_str text, double size, double most, int is_end);
/** The size that text of a font is measured with: bold is wider. */
double font_measure(const struct font *font);
/** The same of a name as canvas_text shows it; of one longer than NAME_TIP bytes, of its begin. */
double name_width(struct otfp_str name, double size);

extern const struct canvas_ops canvas_svg;
/* NULL in a program that is linked without them: mk/draw.mk */
extern const struct canvas_ops canvas_cairo_png __attribute__((weak)), canvas_cairo_pdf __attribute__((weak));
#endif
