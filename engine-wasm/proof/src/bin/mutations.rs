//! The fuzz target without a fuzzer: changes scenarios at random and takes them as bytes, on one thread and with a stable
//! compiler. `mutations ITERATIONS SEED FILE|FOLDER...`
//!
//! It doesn't measure coverage. Accepted scenarios join the pool that it changes. An input that fails is printed whole.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use proof::bytes::{Verdict, take};
use proof::mutate::mutate;
use proof::run::{catch, keep_panics};
use vegaslab_sim::kernel::random::Stream;

const MOST_KEPT: usize = 2_000;

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
    let arguments: Vec<String> = std::env::args().skip(1).collect();
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
    let given = corpus.len();
    keep_panics();
    let mut stream = Stream::new(seed, "mutations");
    let (mut ran, mut failed) = (0_u64, 0_u64);
    for iteration in 0..iterations {
        let mut choose = || stream.below(corpus.len() as u64) as usize;
        let (one, other) = (choose(), choose());
        // The given ones first, as they are.
        let replayed = (iteration as usize) < given;
        let bytes = if replayed {
            corpus[iteration as usize].clone()
        } else {
            mutate(&corpus[one], &corpus[other], &mut stream)
        };
        match catch(|| take(&bytes)) {
            Ok(Verdict::Refused) => {}
            Ok(Verdict::Ran) => {
                ran += 1;
                let place = given + (ran as usize % (MOST_KEPT - given.min(MOST_KEPT - 1)));
                match corpus.get_mut(place) {
                    _ if replayed || bytes.len() > 20_000 => {}
                    Some(kept) => *kept = bytes,
                    None => corpus.push(bytes),
                }
            }
            Err(what) => {
                failed += 1;
                println!("iteration {iteration} FAILED: {what}\n{}", String::from_utf8_lossy(&bytes));
            }
        }
        if iteration % 100_000 == 99_999 {
            println!("so far: {} iterations, {ran} ran, {failed} failed", iteration + 1);
        }
    }
    println!("{iterations} iterations, {ran} ran, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}
