/* Wine before 9.0 has no bcryptprimitives.dll, from which Rust takes its random numbers on Windows. For trials under Wine only. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    return SystemFunction036(buffer, (ULONG)length);
}
