//! The CPU on which the measurements are made.

/// The CPU's name, and whether the generator uses BMI2 on it.
pub(crate) fn describe() -> String {
    let bmi2 = if tabiya_rules::cpu::uses_bmi2() { "used" } else { "not used" };
    format!("CPU: {}; BMI2: {bmi2}", name())
}

#[cfg(target_arch = "x86_64")]
fn name() -> String {
    use std::arch::x86_64::__cpuid;
    const BRAND: std::ops::RangeInclusive<u32> = 0x8000_0002..=0x8000_0004;
    if __cpuid(0x8000_0000).eax < *BRAND.end() {
        return "x86-64".to_owned();
    }
    let bytes: Vec<u8> = BRAND
        .map(__cpuid)
        .flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx])
        .flat_map(u32::to_le_bytes)
        .take_while(|byte| *byte != 0)
        .collect();
    String::from_utf8_lossy(&bytes).trim().to_owned()
}

#[cfg(not(target_arch = "x86_64"))]
fn name() -> String {
    std::env::consts::ARCH.to_owned()
}
