//! Dispatch by CPU: detects once which instruction sets the CPU has, and runs the move generator compiled for them, so
//! that an ordinary build is fast everywhere.
//!
//! This module is public only for Tabiya's engine, tools and benchmarks. It is hidden from the documentation and exempt
//! from semantic versioning: any release may change it.
//!
//! Everything that is dispatched is `#[inline(always)]`, so the compiler generates it again for each instruction set
//! and each function listed at the end of this file.

use crate::attacks::sliders::Portable;
pub use crate::attacks::sliders::Sliders;
use crate::generate::generate;
use crate::legal_moves::{Count, LegalMoves, Quiet, Tactical};
use crate::moves::Move;
use crate::side::for_side;
use crate::{Position, children};

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod detect {
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
    use core::sync::atomic::{AtomicU8, Ordering};

    /// The instruction sets that the CPU has beyond the baseline of its architecture.
    /// A number and not an enum, because every dispatch compares it: a `match` over an enum measured 9 % slower
    /// (`every-leaf` of bench).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Level(u8);

    impl Level {
        pub(crate) const BASELINE: Level = Level(1);
        /// POPCNT, LZCNT and BMI1.
        pub(crate) const COUNTING: Level = Level(2);
        /// Also BMI2 with a `pext` that is worth using.
        pub(crate) const GATHERING: Level = Level(3);
        /// Also AVX2, with an operating system that saves its registers.
        pub(crate) const VECTOR: Level = Level(4);
    }

    /// The detected level, which cannot change while the program runs; 0 until it is known.
    static LEVEL: AtomicU8 = AtomicU8::new(0);

    #[inline(always)]
    pub(crate) fn level() -> Level {
        match LEVEL.load(Ordering::Relaxed) {
            0 => detect_once(),
            level => Level(level),
        }
    }

    #[cold]
    fn detect_once() -> Level {
        let level = detect();
        LEVEL.store(level.0, Ordering::Relaxed);
        level
    }

    /// For measurements and tests: from now on uses no more than `max`.
    pub(crate) fn limit(max: Level) {
        LEVEL.store(max.min(detect()).0, Ordering::Relaxed);
    }

    fn detect() -> Level {
        let basic = __cpuid(0);
        if basic.eax < 7 || __cpuid(0x8000_0000).eax < 0x8000_0001 {
            return Level::BASELINE;
        }
        let (leaf1, leaf7) = (__cpuid(1), __cpuid_count(7, 0));
        let popcnt = leaf1.ecx >> 23 & 1 == 1;
        let lzcnt = __cpuid(0x8000_0001).ecx >> 5 & 1 == 1;
        let bmi1 = leaf7.ebx >> 3 & 1 == 1;
        let bmi2 = leaf7.ebx >> 8 & 1 == 1;
        if !(popcnt && lzcnt && bmi1) {
            return Level::BASELINE;
        }
        // AMD before family 19h runs `pext` in microcode, slower than a multiplication.
        let amd = [*b"Auth", *b"Hygo"].contains(&basic.ebx.to_le_bytes());
        let family = (leaf1.eax >> 8 & 0xf) + (leaf1.eax >> 20 & 0xff);
        if !bmi2 || amd && family < 0x19 {
            return Level::COUNTING;
        }
        let avx2 = leaf7.ebx >> 5 & 1 == 1 && leaf1.ecx >> 28 & 1 == 1;
        if avx2 && os_saves_vectors(leaf1.ecx) { Level::VECTOR } else { Level::GATHERING }
    }

    /// Whether the operating system saves the wide registers (OSXSAVE, and both of their halves in XCR0).
    fn os_saves_vectors(leaf1_ecx: u32) -> bool {
        #[target_feature(enable = "xsave")]
        fn xcr0() -> u64 {
            #[expect(unsafe_code, reason = "there is no other way to ask the operating system")]
            // SAFETY: called only if OSXSAVE is set, so the instruction exists and register 0 can be read.
            unsafe {
                _xgetbv(0)
            }
        }
        let osxsave = leaf1_ecx >> 27 & 1 == 1;
        #[expect(unsafe_code, reason = "the feature is tested on the same line")]
        // SAFETY: OSXSAVE implies XSAVE.
        let saved = osxsave && unsafe { xcr0() } & 6 == 6;
        saved
    }
}

/// The proof that the CPU has BMI2, if it does.
#[cfg(all(test, target_arch = "x86_64", not(miri)))]
pub(crate) fn pext() -> Option<crate::attacks::sliders::Pext> {
    #[expect(unsafe_code, reason = "made only after the CPU was detected")]
    // SAFETY: the detected level includes BMI2.
    (detect::level() >= detect::Level::GATHERING).then(|| unsafe { crate::attacks::sliders::Pext::new() })
}

/// For measurements: whether the generator uses BMI2 on this CPU, within the limit set by [`limit`].
pub fn uses_bmi2() -> bool {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    return detect::level() >= detect::Level::GATHERING;
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    false
}

/// Which instruction sets may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// Use every instruction set that the CPU has.
    None,
    /// Bit counting, but no BMI2.
    NoBmi2,
    /// Only the baseline of the architecture.
    Baseline,
}

/// For measurements and tests: from now on the whole process runs as on an older CPU. Results never change.
pub fn limit(limit: Limit) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    detect::limit(match limit {
        Limit::None => detect::Level::VECTOR,
        Limit::NoBmi2 => detect::Level::COUNTING,
        Limit::Baseline => detect::Level::BASELINE,
    });
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = limit;
}

/// Code of another crate to be dispatched. `run`, and every hot function it calls, must be `#[inline(always)]`:
/// otherwise it is not compiled for the CPU's instruction set.
pub trait Work {
    /// The result of the work.
    type Output;

    /// Runs the work, compiled for the chosen instruction set. `sliders` looks attacks up in the generator's own
    /// tables, which therefore stay in the cache.
    fn run(self, sliders: impl Sliders) -> Self::Output;
}

/// Each `fn name[generics](args) -> Ret = |sliders| body` becomes a function that runs `body` with the best
/// sliders of this CPU.
macro_rules! dispatch {
    ($($(#[$doc:meta])* $vis:vis fn $name:ident [$($generics:tt)*] ($($arg:ident: $Arg:ty),*) -> $Ret:ty
        = |$sliders:ident| $body:expr;)*) => {$(
        $(#[$doc])*
        #[inline]
        $vis fn $name<$($generics)*>($($arg: $Arg),*) -> $Ret {
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            {
                use crate::attacks::sliders::Pext;
                use detect::Level;

                #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
                fn gathering<$($generics)*>($($arg: $Arg),*) -> $Ret {
                    #[expect(unsafe_code, reason = "this function runs only on a CPU with BMI2")]
                    // SAFETY: the feature is enabled for this function.
                    let $sliders = unsafe { Pext::new() };
                    $body
                }

                #[target_feature(enable = "bmi1,popcnt,lzcnt")]
                fn counting<$($generics)*>($($arg: $Arg),*) -> $Ret {
                    let $sliders = Portable;
                    $body
                }

                #[expect(unsafe_code, reason = "measured: perft is 1.46 times as fast, see bench/")]
                match detect::level() {
                    // SAFETY: the detected level includes these features.
                    level if level >= Level::GATHERING => return unsafe { gathering($($arg),*) },
                    // SAFETY: likewise.
                    level if level >= Level::COUNTING => return unsafe { counting($($arg),*) },
                    _ => {}
                }
            }

            // Never inlined, so that the dispatching function is small enough to be inlined itself.
            #[inline(never)]
            fn baseline<$($generics)*>($($arg: $Arg),*) -> $Ret {
                let $sliders = Portable;
                $body
            }
            baseline($($arg),*)
        }
    )*};
}

dispatch! {
    pub(crate) fn legal_moves['p](position: &'p Position) -> LegalMoves<'p> = |sliders| {
        let mut moves = LegalMoves::none(position);
        for_side!(position.turn(), generate<Us, _, _>(position, sliders, &mut moves));
        moves
    };
    pub(crate) fn tactical_moves['p](position: &'p Position) -> LegalMoves<'p> = |sliders| {
        let enemies = position.board.by_color(!position.turn());
        let mut tactical = Tactical { moves: LegalMoves::none(position), enemies };
        for_side!(position.turn(), generate<Us, _, _>(position, sliders, &mut tactical));
        tactical.moves
    };
    pub(crate) fn quiet_moves['p](position: &'p Position) -> LegalMoves<'p> = |sliders| {
        let empty = !position.board.occupied();
        let mut quiet = Quiet { moves: LegalMoves::none(position), empty };
        for_side!(position.turn(), generate<Us, _, _>(position, sliders, &mut quiet));
        quiet.moves
    };
    pub(crate) fn count_legal[](position: &Position) -> usize = |sliders| {
        let mut count = Count::default();
        for_side!(position.turn(), generate<Us, _, _>(position, sliders, &mut count));
        count.0
    };
    pub(crate) fn for_each_child[V: FnMut(Move, &Position)](position: &Position, visit: V) -> () = |sliders|
        for_side!(position.turn(), children::for_each_child<Us, _>(position, sliders, visit));
    /// Runs the work with the instruction sets of this CPU, above all its bit counting.
    pub fn run[W: Work](work: W) -> W::Output = |sliders| work.run(sliders);
}

/// Runs work on long rows of numbers with the vector instructions of this CPU: AVX2 if it has them. The work is
/// compiled for each kind of CPU; integer results are the same on all of them.
#[inline]
pub fn run_vector<W: Work>(work: W) -> W::Output {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn vector<W: Work>(work: W) -> W::Output {
            #[expect(unsafe_code, reason = "this function runs only on a CPU with BMI2")]
            // SAFETY: the feature is enabled for this function.
            let sliders = unsafe { crate::attacks::sliders::Pext::new() };
            work.run(sliders)
        }

        if detect::level() == detect::Level::VECTOR {
            #[expect(unsafe_code, reason = "measured: see the network in docs/engine.md")]
            // SAFETY: the detected level includes these features, and the operating system saves their registers.
            return unsafe { vector(work) };
        }
    }
    run(work)
}

/// Asks the CPU to load the cache line of a value that will be needed soon, and does not wait for it. This is only a
/// hint: it changes no result, and on other architectures it does nothing.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(unsafe_code, reason = "measured: see the speed of the engine in docs/engine.md")]
        // SAFETY: it needs only SSE, which every x86-64 has; the address is that of a reference, and nothing is read.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = value;
}
