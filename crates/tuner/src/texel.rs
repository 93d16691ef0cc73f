//! Texel tuning: fits the weights so that the evaluation, as an expected score, predicts the results of games.

use crate::initial_weights::{Weight, initial_weights};
use crate::record::{Record, SIZE};
use crate::source::source;
use engine::terms::{self, COUNT};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Fit the weights to files of positions and print them as a source file
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files that `generate` wrote
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Passes over all positions
    #[arg(long, default_value_t = 200)]
    epochs: usize,

    /// The weight of the search's value relative to the game's result, 0 to 1
    #[arg(long, default_value_t = 0.4)]
    trust: f64,

    /// How strongly a weight is pulled toward its initial value; matters for terms that occur rarely
    #[arg(long, default_value_t = 5e-3)]
    pull: f64,

    /// Start from the weights in use instead of the initial ones
    #[arg(long)]
    further: bool,
}

/// A position for the tuner: its terms, and the score that the evaluation should predict.
struct Sample {
    first: u32,
    len: u16,
    middlegame: f32,
    scales: [f32; 2],
    /// White's expected score, from the search's value and the game's result.
    target: f32,
    value: f32,
    result: f32,
}

/// All samples, with the terms of all of them in one list.
struct Data {
    samples: Vec<Sample>,
    terms: Vec<(u16, i16)>,
}

/// One in this many games is held out to test the fit.
const HELD_OUT: usize = 20;

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let (mut training, mut held_out) = (Data::new(), Data::new());
    for file in &args.files {
        let bytes = fs::read(file)?;
        let (records, _) = bytes.as_chunks::<SIZE>();
        let (mut games, mut last) = (0_usize, None);
        for record in records {
            let Some(record) = Record::read(record) else { continue };
            if last != Some(record.place.game) {
                games += 1;
                last = Some(record.place.game);
            }
            let part = if games.is_multiple_of(HELD_OUT) { &mut held_out } else { &mut training };
            part.add(&record);
        }
    }
    let mut weights = if args.further { current_weights() } else { initial_weights() };
    let step = fit_step(&training);
    for part in [&mut training, &mut held_out] {
        part.set_targets(step, args.trust);
    }
    let mut errors = io::stderr();
    let _ = writeln!(
        errors,
        "{} positions, {} held out; one step of odds is {step:.0}; error {:.6}, held out {:.6}",
        training.samples.len(),
        held_out.samples.len(),
        training.error(&weights, step),
        held_out.error(&weights, step)
    );
    descend(&training, &mut weights, step, args);
    let _ = writeln!(
        errors,
        "error {:.6}, held out {:.6}",
        training.error(&weights, step),
        held_out.error(&weights, step)
    );
    normalise(&mut weights);
    print!("{}", source(&weights));
    Ok(())
}

fn current_weights() -> Vec<Weight> {
    engine::weights().iter().map(|pair| [pair.middlegame().into(), pair.endgame().into()]).collect()
}

impl Data {
    fn new() -> Data {
        Data { samples: Vec::new(), terms: Vec::new() }
    }

    fn add(&mut self, record: &Record) {
        // The weights are fitted to results, and positions beside a game have none.
        let (Ok(position), Some(result)) = (record.setup.validate(), record.result) else { return };
        let features = engine::features(&position);
        self.samples.push(Sample {
            first: self.terms.len() as u32,
            len: features.counts.len() as u16,
            middlegame: features.middlegame as f32,
            scales: features.scales.map(|scale| scale as f32),
            target: 0.0,
            value: record.value.into(),
            result: result.points() as f32,
        });
        self.terms.extend(features.counts);
    }

    fn set_targets(&mut self, step: f64, trust: f64) {
        for sample in &mut self.samples {
            let by_search = expected_score(f64::from(sample.value), step);
            sample.target = (trust * by_search + (1.0 - trust) * f64::from(sample.result)) as f32;
        }
    }

    fn terms(&self, sample: &Sample) -> &[(u16, i16)] {
        &self.terms[sample.first as usize..][..usize::from(sample.len)]
    }

    /// The mean squared error of the evaluation with these weights.
    fn error(&self, weights: &[Weight], step: f64) -> f64 {
        let one = |sample: &Sample| {
            let (value, _) = self.value(sample, weights);
            (expected_score(value, step) - f64::from(sample.target)).powi(2)
        };
        self.samples.iter().map(one).sum::<f64>() / self.samples.len().max(1) as f64
    }

    /// The evaluation from White's view, and the share with which endgame weights count in it.
    fn value(&self, sample: &Sample, weights: &[Weight]) -> (f64, f64) {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for (term, times) in self.terms(sample) {
            let [a, b] = weights[usize::from(*term)];
            middlegame += a * f64::from(*times);
            endgame += b * f64::from(*times);
        }
        let scale = f64::from(sample.scales[usize::from(endgame < 0.0)]);
        let share = f64::from(sample.middlegame);
        let endgame_share = (1.0 - share) * scale;
        (middlegame * share + endgame * endgame_share, endgame_share)
    }
}

/// The expected score of a value; `step` centipawns multiply the odds by e.
fn expected_score(value: f64, step: f64) -> f64 {
    1.0 / (1.0 + (-value / step).exp())
}

/// The step with which the search's values predict the results best.
fn fit_step(data: &Data) -> f64 {
    let error = |step: f64| {
        let one =
            |sample: &Sample| (expected_score(sample.value.into(), step) - f64::from(sample.result)).powi(2);
        data.samples.iter().map(one).sum::<f64>()
    };
    let candidates = (10..80).map(|tens| f64::from(tens) * 5.0);
    candidates.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(200.0)
}

/// Gradient descent with a separate step size for every weight (Adam).
fn descend(data: &Data, weights: &mut [Weight], step: f64, args: &Args) {
    let epochs = args.epochs;
    let start = weights.to_vec();
    let pull = args.pull / data.samples.len().max(1) as f64;
    const BATCH: usize = 16_384;
    const BETA1: f64 = 0.9;
    const BETA2: f64 = 0.999;
    let (mut mean, mut square) = (vec![[0.0; 2]; COUNT], vec![[0.0; 2]; COUNT]);
    let bar = ProgressBar::new(epochs as u64).with_style(
        ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} {msg}").expect("well-formed"),
    );
    // Neighbouring positions of a game are similar, so every batch samples the whole data.
    let batches = data.samples.len().div_ceil(BATCH).max(1);
    let mut updates = 0;
    for epoch in 0..epochs {
        let rate = 1.5 * (1.0 - epoch as f64 / epochs as f64) + 0.02;
        for batch in 0..batches {
            let mut gradient = vec![[0.0; 2]; COUNT];
            let mut count = 0;
            for sample in data.samples.iter().skip(batch).step_by(batches) {
                let (value, endgame_share) = data.value(sample, weights);
                let predicted = expected_score(value, step);
                let slope = (predicted - f64::from(sample.target)) * predicted * (1.0 - predicted);
                let share = f64::from(sample.middlegame);
                for (term, times) in data.terms(sample) {
                    let place = &mut gradient[usize::from(*term)];
                    place[0] += slope * share * f64::from(*times);
                    place[1] += slope * endgame_share * f64::from(*times);
                }
                count += 1;
            }
            updates += 1;
            let (mean_correction, square_correction) = (1.0 - BETA1.powi(updates), 1.0 - BETA2.powi(updates));
            for term in 0..COUNT {
                for half in 0..2 {
                    let away = weights[term][half] - start[term][half];
                    let slope = gradient[term][half] / f64::from(count.max(1)) + pull * away;
                    let (mean, square) = (&mut mean[term][half], &mut square[term][half]);
                    *mean = BETA1 * *mean + (1.0 - BETA1) * slope;
                    *square = BETA2 * *square + (1.0 - BETA2) * slope * slope;
                    weights[term][half] -=
                        rate * (*mean / mean_correction) / ((*square / square_correction).sqrt() + 1e-8);
                }
            }
        }
        bar.set_message(format!("rate {rate:.2}"));
        bar.inc(1);
    }
    bar.finish_and_clear();
}

/// Scales the weights so that a pawn is worth 100 in the endgame, as people and the margins of the search expect.
fn normalise(weights: &mut [Weight]) {
    let pawn = weights[terms::MATERIAL][1];
    if pawn > 20.0 {
        for value in weights.iter_mut().flatten() {
            *value *= 100.0 / pawn;
        }
    }
}
