//! The network in floating point: its value, and the gradient of its error.

use super::data::{Sample, expected};
use engine::network::{BUCKETS, FEATURES, HIDDEN, NetworkFile, Purpose};
use fastrand::Rng;
use rules::cpu;

/// The weights or their gradient: all parameters in one list, so that one loop updates them.
#[derive(Clone)]
pub(super) struct Model(pub(super) Vec<f32>);

const INPUT: usize = FEATURES * HIDDEN;
const INPUT_BIAS: usize = INPUT + HIDDEN;
const OUTPUT: usize = INPUT_BIAS + BUCKETS * 2 * HIDDEN;
const COUNT: usize = OUTPUT + BUCKETS;

/// Greater weights do not fit into the integers of the file.
const MAX_WEIGHT: f32 = 1.98;

impl Model {
    pub(super) fn zero() -> Model {
        Model(vec![0.0; COUNT])
    }

    pub(super) fn random(seed: u64) -> Model {
        let mut random = Rng::with_seed(seed);
        let mut model = Model::zero();
        for (index, weight) in model.0.iter_mut().enumerate() {
            let most = if index < INPUT {
                0.1
            } else if index < INPUT_BIAS {
                0.0
            } else {
                0.15
            };
            *weight = most * (2.0 * random.f32() - 1.0);
        }
        // Neurons start inside the clipping range, where they have a gradient.
        fill(&mut model.0[INPUT..INPUT_BIAS], 0.3);
        model
    }

    /// The weights of a network that was trained before.
    pub(super) fn from_file(file: &NetworkFile) -> Model {
        Model([&file.input[..], &file.input_bias, &file.output, &file.output_bias].concat())
    }

    pub(super) fn clip(&mut self) {
        for weight in &mut self.0[..OUTPUT] {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }

    fn row(&self, feature: u16) -> &[f32] {
        &self.0[usize::from(feature) * HIDDEN..][..HIDDEN]
    }

    fn output_row(bucket: usize) -> usize {
        INPUT_BIAS + bucket * 2 * HIDDEN
    }

    pub(super) fn to_file(&self, scale: i32, purpose: Purpose) -> NetworkFile {
        NetworkFile {
            input: self.0[..INPUT].to_vec(),
            input_bias: self.0[INPUT..INPUT_BIAS].to_vec(),
            output: self.0[INPUT_BIAS..OUTPUT].to_vec(),
            output_bias: self.0[OUTPUT..].to_vec(),
            scale,
            purpose,
        }
    }

    /// The sum of squared errors over the samples; its derivative is added to `gradient`, if there is one.
    pub(super) fn error<'s>(
        &self,
        samples: impl Iterator<Item = &'s Sample>,
        gradient: Option<&mut Model>,
    ) -> f64 {
        cpu::run_vector(Pass { model: self, samples, gradient })
    }
}

fn fill(row: &mut [f32], value: f32) {
    row.iter_mut().for_each(|place| *place = value);
}

/// One pass over some samples, dispatched by `cpu`.
struct Pass<'a, S> {
    model: &'a Model,
    samples: S,
    gradient: Option<&'a mut Model>,
}

impl<'s, S: Iterator<Item = &'s Sample>> cpu::Work for Pass<'_, S> {
    type Output = f64;

    #[inline(always)]
    fn run(self, _: impl cpu::Sliders) -> f64 {
        let Pass { model, samples, mut gradient } = self;
        let mut sum = 0.0;
        for sample in samples {
            let active = sample.active();
            let mut neurons = [[0.0_f32; HIDDEN]; 2];
            for (side, neurons) in neurons.iter_mut().enumerate() {
                neurons.copy_from_slice(&model.0[INPUT..INPUT_BIAS]);
                for feature in active.of(side) {
                    neurons
                        .iter_mut()
                        .zip(model.row(*feature))
                        .for_each(|(neuron, weight)| *neuron += weight);
                }
                neurons.iter_mut().for_each(|neuron| *neuron = neuron.clamp(0.0, 1.0));
            }
            let first = Model::output_row(active.bucket);
            let weights = &model.0[first..][..2 * HIDDEN];
            let products =
                neurons.as_flattened().iter().zip(weights).map(|(neuron, weight)| neuron * neuron * weight);
            let output = products.sum::<f32>() + model.0[OUTPUT + active.bucket] + sample.base;
            let predicted = expected(output);
            let error = predicted - sample.target;
            sum += f64::from(error * error);

            let Some(gradient) = gradient.as_deref_mut() else { continue };
            let slope = 2.0 * error * predicted * (1.0 - predicted);
            gradient.0[OUTPUT + active.bucket] += slope;
            for (side, neurons) in neurons.iter().enumerate() {
                let mut back = [0.0_f32; HIDDEN];
                let weights = &weights[side * HIDDEN..][..HIDDEN];
                let learned = &mut gradient.0[first + side * HIDDEN..][..HIDDEN];
                for index in 0..HIDDEN {
                    let neuron = neurons[index];
                    learned[index] += slope * neuron * neuron;
                    // A clipped neuron has no gradient.
                    let open = if neuron > 0.0 && neuron < 1.0 { 2.0 * neuron } else { 0.0 };
                    back[index] = slope * weights[index] * open;
                }
                let mut add = |from: usize| {
                    gradient.0[from..][..HIDDEN]
                        .iter_mut()
                        .zip(&back)
                        .for_each(|(place, slope)| *place += slope);
                };
                add(INPUT);
                for feature in active.of(side) {
                    add(usize::from(*feature) * HIDDEN);
                }
            }
        }
        sum
    }
}
