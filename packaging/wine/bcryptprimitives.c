/* Wine before 9.0 lacks bcryptprimitives.dll, which Rust needs for random numbers on Windows. Only for tests under Wine. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    return SystemFunction036(buffer, (ULONG)length);
}
