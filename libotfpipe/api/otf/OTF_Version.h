/* OTF_Version.h - the version of OTF whose interface this is: otf.h. */
#ifndef OTF_VERSION_H
#define OTF_VERSION_H

#define OTF_VERSION_MAJOR 1
#define OTF_VERSION_MINOR 12
#define OTF_VERSION_SUB 5
#define OTF_VERSION_STRING "salmon"
#define OTF_VERSION_MAYOR OTF_VERSION_MAJOR /* as older programs spell it */

#endif
