//! Gradient descent (Adam) in batches on all cores, with the positions reshuffled for each epoch.

use super::data::{Data, Sample};
use super::model::Model;
use fastrand::Rng;
use indicatif::{ProgressBar, ProgressStyle};
use std::{f32, io, thread};

pub(super) struct Schedule {
    pub(super) epochs: usize,
    pub(super) rate: f32,
    pub(super) batch: usize,
    pub(super) threads: usize,
    pub(super) seed: u64,
}

/// The losses of one epoch: mean squared errors of the expected score.
pub(super) struct Epoch {
    pub(super) number: usize,
    pub(super) rate: f32,
    pub(super) training: f64,
    pub(super) held_out: f64,
}

/// Trains the model and returns that of the epoch with the lowest held-out loss.
pub(super) fn train(
    data: &Data,
    mut model: Model,
    schedule: &Schedule,
    mut report: impl FnMut(&Epoch) -> io::Result<()>,
) -> io::Result<Model> {
    let mut random = Rng::with_seed(schedule.seed);
    let mut adam = Adam::new(&model);
    let mut gradients = vec![Model::zero(); schedule.threads];
    let mut order: Vec<u32> = (0..data.training.len() as u32).collect();
    let (mut best, mut least) = (model.clone(), f64::INFINITY);
    for number in 1..=schedule.epochs {
        let turn = f32::consts::PI * (number - 1) as f32 / schedule.epochs as f32;
        let rate = schedule.rate * (0.01 + 0.99 * (1.0 + turn.cos()) / 2.0);
        random.shuffle(&mut order);
        let bar = ProgressBar::new(order.len() as u64).with_style(style());
        bar.set_message(format!("epoch {number} of {}", schedule.epochs));
        let mut sum = 0.0;
        for batch in order.chunks(schedule.batch) {
            let samples = |part: &[u32]| -> Vec<&Sample> {
                part.iter().map(|index| &data.training[*index as usize]).collect()
            };
            let model_now = &model;
            sum += thread::scope(|scope| {
                let parts = batch.chunks(batch.len().div_ceil(schedule.threads));
                let working: Vec<_> = parts
                    .zip(&mut gradients)
                    .map(|(part, gradient)| {
                        let samples = samples(part);
                        scope.spawn(move || model_now.error(samples.into_iter(), Some(gradient)))
                    })
                    .collect();
                working.into_iter().map(joined).sum::<f64>()
            });
            adam.step(&mut model, &mut gradients, rate, batch.len());
            bar.inc(batch.len() as u64);
        }
        bar.finish_and_clear();
        let held_out = model.error(data.held_out.iter(), None) / data.held_out.len() as f64;
        report(&Epoch { number, rate, training: sum / order.len() as f64, held_out })?;
        if held_out < least {
            (best, least) = (model.clone(), held_out);
        }
    }
    Ok(best)
}

/// The result of a thread; propagates its panic.
pub(super) fn joined<T>(work: thread::ScopedJoinHandle<'_, T>) -> T {
    work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// The Adam optimizer: a separate step size for every weight.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;

impl Adam {
    fn new(model: &Model) -> Adam {
        Adam { mean: vec![0.0; model.0.len()], square: vec![0.0; model.0.len()], steps: 0 }
    }

    /// Moves the model against the sum of the gradients, and resets them to zero.
    fn step(&mut self, model: &mut Model, gradients: &mut [Model], rate: f32, samples: usize) {
        self.steps += 1;
        let mean_correction = 1.0 - BETA1.powi(self.steps);
        let square_correction = 1.0 - BETA2.powi(self.steps);
        let (first, others) = gradients.split_first_mut().expect("there is a thread");
        for other in others {
            for (sum, part) in first.0.iter_mut().zip(&mut other.0) {
                *sum += std::mem::take(part);
            }
        }
        let weights = model.0.iter_mut().zip(&mut first.0).zip(&mut self.mean).zip(&mut self.square);
        for (((weight, slope), mean), square) in weights {
            let slope = std::mem::take(slope) / samples as f32;
            *mean = BETA1 * *mean + (1.0 - BETA1) * slope;
            *square = BETA2 * *square + (1.0 - BETA2) * slope * slope;
            *weight -= rate * (*mean / mean_correction) / ((*square / square_correction).sqrt() + 1e-8);
        }
        model.clip();
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} positions, {per_sec}, {msg}")
        .expect("the template is well-formed")
}
