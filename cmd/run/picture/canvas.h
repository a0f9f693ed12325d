/*
 * canvas.h - draw a picture as SVG, PNG or PDF.
 *
 * Coordinates are pixels from the upper left corner; a PDF has 0.75 points a pixel. SVG keeps text as text, and the
 * title of an element is its tooltip. PNG and PDF need cairo (HAVE_CAIRO). The first error is kept in pen.code; what is
 * drawn after an error is dropped.
 *
 * Text may be any bytes: control characters and what is not UTF-8 are drawn as \xHH, so that SVG is well-formed.
 */
#ifndef OTFP_RUN_PICTURE_CANVAS_H
#define OTFP_RUN_PICTURE_CANVAS_H
#include "cmd/run/pen.h"
#include "cmd/run/picture/color.h"

enum otfp_picture_form { OTFP_PICTURE_SVG, OTFP_PICTURE_PNG, OTFP_PICTURE_PDF, OTFP_NPICTURES };

/** The name of a form: "svg"; also what a file name ends in. @return NULL past the last */
const char *otfp_picture_word(unsigned form);
/** @return whether this build can write that form */
int otfp_picture_can(enum otfp_picture_form form);

enum otfp_anchor { OTFP_ANCHOR_START, OTFP_ANCHOR_MIDDLE, OTFP_ANCHOR_END };

/* How to fill or stroke. Zero-filled is opaque black. */
struct otfp_ink {
	uint32_t color;        /* 0xRRGGBB */
	double clear;          /* 0 opaque to 1 transparent */
	const char *kind;      /* class of the element in SVG, or NULL */
	struct otfp_str title; /* tooltip; n 0 = none */
};

struct otfp_font {
	double size; /* pixels */
	double most; /* width in pixels at most: longer text is cut; 0 = any */
	uint8_t is_bold;
	uint8_t is_up;  /* reads upwards */
	uint8_t anchor; /* enum otfp_anchor */
};

struct otfp_spot {
	double x, y;
};

struct otfp_canvas;

/* What a form can draw. Text is safe and fits. */
struct otfp_canvas_ops {
	int (*begin)(struct otfp_canvas *c, struct otfp_str title);
	void (*rect)(struct otfp_canvas *c, double x, double y, double w, double h, const struct otfp_ink *ink);
	/* `width` 0: fill, else stroke */
	void (*path)(struct otfp_canvas *c, const struct otfp_spot *spots, size_t n, double width,
	             const struct otfp_ink *ink);
	void (*text)(struct otfp_canvas *c, double x, double y, const struct otfp_font *font,
	             const struct otfp_ink *ink, struct otfp_str text);
	void (*raw)(struct otfp_canvas *c, const char *markup); /* SVG only; else nothing */
	void (*end)(struct otfp_canvas *c);
	void (*release)(struct otfp_canvas *c);
};

/* Zero-filled = not open. */
struct otfp_canvas {
	const struct otfp_canvas_ops *ops;
	struct otfp_pen pen;
	void *own;            /* of cairo */
	double width, height; /* pixels */
	const struct otfp_theme *theme;
	struct otfp_buf scratch; /* text of the element that is drawn */
	int is_part;             /* of the options */
};

/* What to draw on. */
struct otfp_canvas_options {
	enum otfp_picture_form form;
	int is_dark;
	int is_part; /* an SVG within an HTML page: without declaration, background and script */
	double width, height;
	struct otfp_str title; /* of the document */
};

/** Begin a picture and fill its background. fd stays the caller's; name, for messages, and err are kept.
 * @return 0 or <0; release c in any case */
int otfp_canvas_open(struct otfp_canvas *c, const struct otfp_canvas_options *o, int fd, const char *name,
                     struct otfp_error *err);
/** End the picture and write all of it. @return 0, or the code <0 of the first error */
int otfp_canvas_end(struct otfp_canvas *c);
/** Free what c owns. */
void otfp_canvas_release(struct otfp_canvas *c);

void otfp_canvas_rect(struct otfp_canvas *c, double x, double y, double w, double h, const struct otfp_ink *ink);
void otfp_canvas_line(struct otfp_canvas *c, struct otfp_spot from, struct otfp_spot to, double width,
                      const struct otfp_ink *ink);
/** A polyline of that width, or with width 0 a filled polygon. */
void otfp_canvas_path(struct otfp_canvas *c, const struct otfp_spot *spots, size_t n, double width,
                      const struct otfp_ink *ink);
/** Text with its baseline at y. */
void otfp_canvas_text(struct otfp_canvas *c, double x, double y, const struct otfp_font *font, uint32_t color,
                      struct otfp_str text);
/** The same for a string. */
void otfp_canvas_label(struct otfp_canvas *c, double x, double y, const struct otfp_font *font, uint32_t color,
                       const char *text);
/** Put markup into the SVG; other forms ignore it. */
void otfp_canvas_raw(struct otfp_canvas *c, const char *markup);
/** The width of text of that size in a common font, rather too large: there are no metrics in SVG. */
double otfp_text_width(struct otfp_str text, double size);

extern const struct otfp_canvas_ops otfp_canvas_svg;
/* NULL in a program that is linked without them: mk/draw.mk */
extern const struct otfp_canvas_ops otfp_canvas_cairo_png __attribute__((weak)),
	otfp_canvas_cairo_pdf __attribute__((weak));
#endif
