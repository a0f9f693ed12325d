/* The overview of OTF, section 3.3: Stream Management Interface. */
#include <otf.h>
#include <stdio.h>
#include <assert.h>

int main( int argc, char** argv ) {

uint32_t streamcount;
uint32_t a;
uint32_t i;
OTF_MapEntry* entry;
OTF_FileManager* manager;
OTF_MasterControl* mc;

manager= OTF_FileManager_open( 100 );
assert( manager );

mc = OTF_MasterControl_new( manager );

OTF_MasterControl_append( mc, 1, 100 );
OTF_MasterControl_append( mc, 1, 101 );
OTF_MasterControl_append( mc, 2, 102 );
OTF_MasterControl_append( mc, 2, 103 );

OTF_MasterControl_write( mc, "mytrace" );
OTF_MasterControl_close( mc );

mc = OTF_MasterControl_new( manager );
OTF_MasterControl_read( mc, "mytrace" );

streamcount = OTF_MasterControl_getCount( mc );

for( i = 0; i < streamcount; ++i ) {
entry = OTF_MasterControl_getEntryByIndex( mc,

i );
for( a = 0; a < entry->n; ++a ) {

printf( " stream %u contains process %u\n",
entry->argument, entry->values[a] );
}

}

OTF_MasterControl_close( mc );

return 0;
}
