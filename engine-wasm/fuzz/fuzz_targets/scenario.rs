//! Passes random bytes to the scenario reader. It must reject them with problems, or the scenario must pass the audit.
//! Half of the mutations are libFuzzer's; the other half change the JSON and use the schema.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use proof::{bytes, mutate};
use vegaslab_sim::kernel::random::Stream;

fuzz_target!(|data: &[u8]| {
    bytes::check_bytes(data);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 2 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mutated = mutate::mutate(&data[..size], &data[..size], &mut Stream::new(u64::from(seed), "fuzz"));
    match data.get_mut(..mutated.len()) {
        Some(target) if mutated.len() <= max_size => {
            target.copy_from_slice(&mutated);
            mutated.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});
