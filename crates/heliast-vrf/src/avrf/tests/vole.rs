use super::{BOTH, block, bytes};
use crate::avrf::{
    kernels::Kernels,
    parameters::{Parameters, Shape},
    transcript::tweaked,
    vole::{Vole, words},
};
use std::vec::Vec;

fn seeds(parameters: &Parameters) -> Vec<u128> {
    words(&bytes("seeds", 16 * parameters.leaves()))
}

#[test]
fn columns_are_those_of_the_definition() {
    let kernels = Kernels::default();
    let shape = Shape { parameters: &Parameters::FAST, pairs: 1 };
    let (seeds, iv) = (seeds(shape.parameters), block("iv"));
    let (vole, corrections) = Vole::commit(kernels.aes, &shape, &seeds, &iv);
    let columns: Vec<_> = vole.columns().collect();
    assert_eq!(columns.len(), 128);
    let mut first = Vec::new();
    for i in 0..shape.parameters.vectors {
        let mut total = std::vec![0; shape.words()];
        let mut expected = std::vec![total.clone(); shape.parameters.depth_of(i)];
        for x in 0..shape.parameters.size_of(i) {
            let seed = seeds[shape.parameters.offset(i) + x];
            let mut row = std::vec![0; shape.words()];
            kernels.aes.streams(&[seed], &[tweaked(&iv, (1 << 31) + i as u32)], &mut row);
            for (w, word) in row.iter().enumerate() {
                total[w] ^= word;
                expected
                    .iter_mut()
                    .enumerate()
                    .filter(|(b, _)| x >> b & 1 == 1)
                    .for_each(|(_, v)| v[w] ^= word);
            }
        }
        let from = shape.parameters.column(i);
        assert!(expected.iter().zip(&columns[from..]).all(|(expected, column)| expected == column), "{i}");
        if i == 0 {
            assert_eq!(vole.total_words(), total);
            first = total;
        } else {
            let sum: Vec<u8> = first.iter().zip(&total).flat_map(|(a, b)| (a ^ b).to_le_bytes()).collect();
            assert_eq!(corrections[(i - 1) * shape.row()..i * shape.row()], sum[..shape.row()]);
        }
    }
    assert!(columns[120..].iter().all(|column| column.iter().all(|word| *word == 0)));
}

/// q = v + u·Δ in every row, computed without the hidden leaves' seeds.
#[test]
fn rows_are_correlated() {
    let aes = Kernels::default().aes;
    for parameters in BOTH {
        for pairs in [1, 4] {
            let shape = Shape { parameters, pairs };
            let iv = block("iv");
            let delta = u128::from_le_bytes(block("delta")) >> parameters.grind;
            let mut seeds = seeds(parameters);
            let (prover, corrections) = Vole::commit(aes, &shape, &seeds, &iv);
            let hidden: Vec<_> = (0..parameters.vectors).map(|i| parameters.hidden(delta, i)).collect();
            hidden.iter().enumerate().for_each(|(i, j)| seeds[parameters.offset(i) + j] = 0);
            let verifier = Vole::reconstruct(aes, &shape, &seeds, &iv, &hidden, &corrections);
            let (total, v, q) = (prover.total(), prover.rows(), verifier.rows());
            for bit in 0..8 * shape.row() {
                let u = u128::from(total[bit / 8] >> (bit % 8) & 1);
                assert_eq!(q[bit].0, v[bit].0 ^ (u * delta), "{bit}");
            }
        }
    }
}

#[test]
fn rows_are_columns_bit_by_bit() {
    let shape = Shape { parameters: &Parameters::FAST, pairs: 1 };
    let (vole, _) = Vole::commit(Kernels::default().aes, &shape, &seeds(shape.parameters), &block("iv"));
    for (i, row) in vole.rows().iter().enumerate() {
        let bits = vole.columns().enumerate().map(|(j, column)| (column[i / 128] >> (i % 128) & 1) << j);
        assert_eq!(row.0, bits.fold(0, |row, bit| row | bit), "{i}");
    }
    let bytes: Vec<_> = vole.total_words().iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(vole.total(), bytes);
}
