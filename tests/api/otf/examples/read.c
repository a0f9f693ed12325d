/* The overview of OTF, section 3.2.1: Global Read Interface. */
#include <otf.h>
#include <stdio.h>
#include <assert.h>

int handleEnter (void *userData, uint64_t time, uint32_t
function, uint32_t process, uint32_t source) {

printf("we just entered function %u\n", function);

return OTF_RETURN_OK;
}

int handleLeave (void *userData, uint64_t time, uint32_t
function, uint32_t process, uint32_t source) {

printf("byebye\n");

return OTF_RETURN_OK;
}

int main( int argc, char** argv ) {

OTF_FileManager* manager;
OTF_Reader* reader;
OTF_HandlerArray* handlers;

manager= OTF_FileManager_open( 100 );
assert( manager );

handlers = OTF_HandlerArray_open();
assert( handlers );

reader = OTF_Reader_open( "mytrace", manager );
assert( reader );

OTF_HandlerArray_setHandler( handlers,
(OTF_FunctionPointer*) handleEnter,
OTF_ENTER_RECORD );

OTF_HandlerArray_setHandler( handlers,
(OTF_FunctionPointer*) handleLeave,
OTF_LEAVE_RECORD );

OTF_Reader_readEvents( reader, handlers );

OTF_Reader_close( reader );
OTF_HandlerArray_close( handlers );
OTF_FileManager_close( manager );

return 0;
}
