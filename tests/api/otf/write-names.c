/* write-names.c - rename, access and remove, which the reference of Debian does not have; bytes as they are. */
#include <otf.h>
#include <stdio.h>

#define TRY(call) printf("%s = %d\n", #call, (int)(call))

int main(void)
{
	OTF_FileManager *m = OTF_FileManager_open(1);
	OTF_File *f = OTF_File_open("first.z", m, OTF_FILEMODE_WRITE);

	TRY(OTF_File_write_internal(f, "plain", 5));
	TRY(OTF_File_close(f));
	TRY(OTF_File_rename("first.z", "renamed"));
	TRY(OTF_File_access("first.z", 0));
	TRY(OTF_File_access("renamed", 0));
	TRY(OTF_File_clean("renamed"));
	TRY(OTF_File_remove("renamed"));
	TRY(OTF_File_remove("renamed"));
	OTF_FileManager_close(m);
	return 0;
}
