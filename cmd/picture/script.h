/* script.h - the script in the SVG of a flame graph. */
#ifndef CMD_PICTURE_SCRIPT_H
#define CMD_PICTURE_SCRIPT_H

/* A click on a frame zooms to it, a click on the background or Escape zooms out; "/" or Ctrl-F asks for a regular
 * expression and marks the frames whose names match. The fragments #zoom=NAME and #search=REGEX of the address do the
 * same when the picture is opened. */
extern const char flame_script[];
#endif
