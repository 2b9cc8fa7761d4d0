//! The fuzz target without a fuzzer: changes scenarios at random and checks them as bytes, on one thread and with a
//! stable compiler. `mutations ITERATIONS SEED FILE|FOLDER...`
//!
//! It doesn't measure coverage. Accepted scenarios join the corpus to be changed. An input that fails is printed in
//! full.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use proof::bytes::{Verdict, check_bytes};
use proof::mutate::mutate;
use proof::run::{catch, keep_panics};
use vegaslab_sim::kernel::random::Stream;

/// Maximum inputs in the corpus.
const MAX_CORPUS: usize = 2_000;

fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries: Result<Vec<_>, _> = std::fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut files: Vec<_> = entries?.into_iter().filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = proof::arguments().collect();
    let numbers = |index: usize| arguments.get(index).and_then(|word| word.parse::<u64>().ok());
    let (Some(iterations), Some(seed), Some(paths)) = (numbers(0), numbers(1), arguments.get(2..)) else {
        eprintln!("usage: mutations ITERATIONS SEED FILE|FOLDER...");
        return ExitCode::from(2);
    };
    let mut corpus = Vec::new();
    for path in paths {
        let read =
            files(Path::new(path)).and_then(|files| files.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>());
        match read {
            Ok(read) => corpus.extend(read),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    let originals = corpus.len();
    keep_panics();
    let mut stream = Stream::new(seed, "mutations");
    let (mut ran, mut failed) = (0_u64, 0_u64);
    for iteration in 0..iterations {
        let mut choose = || stream.below(corpus.len() as u64) as usize;
        let (base, other) = (choose(), choose());
        // First the original files, unchanged.
        let replayed = (iteration as usize) < originals;
        let bytes = if replayed {
            corpus[iteration as usize].clone()
        } else {
            mutate(&corpus[base], &corpus[other], &mut stream)
        };
        match catch(|| check_bytes(&bytes)) {
            Ok(Verdict::Rejected) => {}
            Ok(Verdict::Ran) => {
                ran += 1;
                let index = originals + (ran as usize % (MAX_CORPUS - originals.min(MAX_CORPUS - 1)));
                match corpus.get_mut(index) {
                    _ if replayed || bytes.len() > 20_000 => {}
                    Some(older) => *older = bytes,
                    None => corpus.push(bytes),
                }
            }
            Err(error) => {
                failed += 1;
                println!("iteration {iteration} FAILED: {error}\n{}", String::from_utf8_lossy(&bytes));
            }
        }
        if iteration % 100_000 == 99_999 {
            println!("so far: {} iterations, {ran} ran, {failed} failed", iteration + 1);
        }
    }
    println!("{iterations} iterations, {ran} ran, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}
