/* The overview of OTF, section 3.1.2: Stream Write Interface. Its definitions have the stream as an argument, which no
 * version of OTF takes there: it is left out. */
#include <otf.h>
#include <assert.h>

int main( int argc, char** argv ) {

OTF_FileManager* manager;
OTF_WStream* wstream;

manager= OTF_FileManager_open( 100 );
assert( manager );

wstream = OTF_WStream_open( "test", 0, manager );
assert( wstream );

OTF_WStream_writeDefTimerResolution( wstream,
1000 );

OTF_WStream_writeDefProcess( wstream, 1,
"proc one", 0 );

OTF_WStream_close( wstream );
OTF_FileManager_close( manager );

return 0;
}
