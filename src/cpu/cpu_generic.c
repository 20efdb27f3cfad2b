/* Builds without x86 back ends use no features. */
#include "base/target.h"
#include "cpu/cpu.h"

#if !GM_BUILD_X86

uint64_t gmi_cpu_detect(void)
{
    return 0;
}

#endif
