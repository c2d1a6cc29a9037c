//! The numbers that the papers print.

/// *Efficient Verification ...*.
pub(super) mod verification {
    /// Table 1: K, λ, then milliseconds for the powers, hashing and prime testing. Apple M1, OpenSSL.
    pub const TABLE_1: [(u16, usize, [f64; 3]); 6] = [
        (256, 1024, [0.117, 0.143, 0.574]),
        (256, 2048, [0.407, 0.205, 0.551]),
        (256, 4096, [1.542, 0.328, 0.500]),
        (512, 1024, [0.271, 0.286, 3.42]),
        (512, 2048, [0.771, 0.413, 3.42]),
        (512, 4096, [2.94, 0.66, 3.41]),
    ];

    /// Table 2: K, λ, milliseconds for SEPARATE and for YLL, and the width of YLL's window.
    pub const TABLE_2: [(usize, usize, f64, f64, usize); 6] = [
        (256, 1024, 0.119, 0.078, 2),
        (256, 2048, 0.415, 0.270, 2),
        (256, 4096, 1.546, 1.027, 2),
        (512, 1024, 0.222, 0.143, 3),
        (512, 2048, 0.788, 0.490, 3),
        (512, 4096, 3.001, 1.891, 3),
    ];

    /// Table 3's sizes of candidates.
    pub const SIZES: [u16; 4] = [224, 256, 384, 512];

    /// Table 3: the mean number of candidates after sieving by 0 ... 15 primes, by experiment, for each size.
    pub const TABLE_3: [[u32; 4]; 16] = [
        [153, 178, 265, 354],
        [78, 87, 132, 176],
        [52, 57, 88, 117],
        [41, 47, 71, 93],
        [36, 40, 60, 81],
        [52, 36, 55, 73],
        [29, 34, 50, 68],
        [28, 31, 47, 63],
        [26, 29, 45, 62],
        [25, 29, 42, 57],
        [24, 27, 41, 56],
        [24, 27, 40, 54],
        [22, 26, 39, 52],
        [22, 25, 38, 51],
        [22, 25, 37, 50],
        [21, 24, 36, 49],
    ];

    /// Table 4: size, microseconds until a prime is found among random and among sieved candidates,
    /// and per candidate.
    pub const TABLE_4: [(u16, [f64; 2], [f64; 2]); 4] = [
        (224, [554.0, 532.0], [3.57, 25.3]),
        (256, [635.0, 609.0], [3.57, 25.4]),
        (384, [2430.0, 2360.0], [9.17, 65.5]),
        (512, [3510.0, 3390.0], [9.92, 69.2]),
    ];

    /// Table 5: bits of output, λ, nanoseconds for SHA-2 by EVP, SHA-2 by the C interface, SHA-3, BLAKE2.
    pub const TABLE_5: [(usize, usize, [f64; 4]); 6] = [
        (256, 1024, [566.0, 255.0, 686.0, 702.0]),
        (256, 2048, [740.0, 460.0, 1052.0, 1074.0]),
        (256, 4096, [1197.0, 853.0, 1745.0, 1825.0]),
        (512, 1024, [875.0, 601.0, 899.0, 635.0]),
        (512, 2048, [1222.0, 956.0, 1464.0, 928.0]),
        (512, 4096, [1960.0, 1689.0, 2633.0, 1486.0]),
    ];
}

/// *Rethinking Modular Multi-Exponentiation ...*.
pub(super) mod multiexp {
    use crate::peers::multiexp::Algorithm::{self, Ary, Interleaving, Separate, Yll};

    /// Table 2: machine, then milliseconds for SEPARATE, 2^w-ARY and YLL with w = 2, 3, 4, each,
    /// and the speedup that it prints next to them. λ = 2048, k = 256.
    pub const TABLE_2: [(&str, [f64; 7], f64); 4] = [
        ("Mac ARM (Apple M1)", [0.41, 0.26, 0.28, 0.38, 0.25, 0.26, 0.38], 1.58),
        ("Intel i7-7820HQ", [0.45, 0.29, 0.31, 0.51, 0.28, 0.29, 0.45], 1.61),
        ("Raspberry Pi 3", [7.72, 4.56, 4.83, 7.06, 4.41, 4.57, 6.30], 1.75),
        ("Raspberry Pi 4", [4.66, 2.81, 2.95, 4.34, 2.74, 2.80, 3.87], 1.66),
    ];

    /// Table 1's formulas for two bases: multiplications before and during the evaluation.
    pub struct Formulas {
        /// The multiplications for the table of powers.
        pub precomputation: f64,
        /// The multiplications for the evaluation.
        pub evaluation: f64,
    }

    /// Returns Table 1 for k-bit exponents. If the text (sections 3.2 and 3.3) and the table differ in a
    /// sign, the text's is used.
    pub fn table_1(algorithm: Algorithm, k: usize) -> Formulas {
        let (n, bits) = (2.0, k as f64);
        let power = |exponent: f64| exponent.exp2();
        let (precomputation, evaluation) = match algorithm {
            Separate => (0.0, bits),
            Ary(width) => {
                let w = width as f64;
                let squarings = ((k - 1) / width * width) as f64;
                (power(n * w) - 1.0 - n, squarings + bits * (1.0 - power(-n * w)) / w)
            }
            Yll(width) => {
                let w = width as f64;
                let products = bits / (w + 1.0 / (power(n) - 1.0));
                (power(n * w) - power(n * (w - 1.0)) - n, bits - 1.0 + products)
            }
            Interleaving(width) => {
                let w = width as f64;
                (n * power(w - 1.0), n * bits / (w + 1.0))
            }
        };
        Formulas { precomputation, evaluation }
    }
}

/// *Practical Batch Proofs of Exponentiation*.
pub(super) mod batch {
    use heliast_vdf::batch::Family::{self, Bucket, Hybrid, RandomExponents, RandomSubsets};

    /// λ.
    const LEVEL: f64 = 128.0;

    /// Table 3.2: m, then seconds for Random Exponents, Hybrid and Bucket. Apple M2 Max, GMP;
    /// multiplications and powers only.
    pub const TABLE_3_2: [(usize, [f64; 3]); 5] = [
        (100, [0.027, 0.045, 0.038]),
        (1_000, [0.237, 0.191, 0.119]),
        (10_000, [2.30, 1.62, 0.661]),
        (100_000, [22.5, 15.7, 4.70]),
        (1_000_000, [224.0, 154.0, 38.4]),
    ];

    /// Returns the multiplications of Table 3.1 for m statements. For Bucket, it uses the best k.
    pub fn table_3_1(family: Family, m: f64) -> Option<f64> {
        let power = 3.0 * LEVEL + 2.0;
        match family {
            RandomSubsets => Some(LEVEL * m),
            RandomExponents => Some(power * m),
            Hybrid => Some(LEVEL * (m + power)),
            Bucket => Some((3..=60).map(|k| bucket(k, m)).fold(f64::INFINITY, f64::min)),
            _ => None,
        }
    }

    /// Returns Bucket's multiplications with 2^k buckets.
    pub fn bucket(k: i32, m: f64) -> f64 {
        let (bits, power) = (f64::from(k), 3.0 * LEVEL + 2.0);
        (LEVEL / (bits - 2.0)).ceil() * (2.0 * m + (3.0 * bits + 2.0) * bits.exp2() + power)
    }
}

/// *Post-Quantum Verifiable Random Function ...*.
pub(super) mod lots {
    /// A size as printed, and its bytes if a KB has 1,000.
    #[derive(Clone, Copy)]
    pub struct Size(pub &'static str, pub u64);

    /// A column of Table 1. It was measured on an Intel Core i7-8650U; LB-VRF's column is taken from its own
    /// paper.
    pub struct Column {
        /// The name of the scheme.
        pub name: &'static str,
        /// The memory of an evaluator.
        pub memory: &'static str,
        /// The size of a public key.
        pub public: Size,
        /// The size of a secret key.
        pub secret: Size,
        /// The size of a proof.
        pub proof: Size,
        /// Seconds.
        pub keygen: f64,
        /// Milliseconds.
        pub evaluate: f64,
        /// Milliseconds.
        pub verify: f64,
    }

    /// Table 1: ECVRF.
    pub const ECVRF: Column = Column {
        name: "ECVRF",
        memory: "negl.",
        public: Size("32 B", 32),
        secret: Size("32 B", 32),
        proof: Size("80 B", 80),
        keygen: 0.05e-3,
        evaluate: 0.10,
        verify: 0.10,
    };

    const X: Column = Column {
        name: "",
        memory: "",
        public: Size("64 B", 64),
        secret: Size("132 B", 132),
        proof: Size("", 0),
        keygen: 0.0,
        evaluate: 0.0,
        verify: 0.0,
    };

    /// Table 1: X-VRF-15, -19, -23 and -27.
    pub const X_VRF: [Column; 4] = [
        Column {
            name: "X-VRF-15",
            memory: "1 MB",
            proof: Size("2.63 KB", 2_630),
            keygen: 48.9,
            evaluate: 0.72,
            verify: 0.87,
            ..X
        },
        Column {
            name: "X-VRF-19",
            memory: "16 MB",
            proof: Size("2.76 KB", 2_760),
            keygen: 14.2 * 60.0,
            evaluate: 0.75,
            verify: 0.91,
            ..X
        },
        Column {
            name: "X-VRF-23",
            memory: "256 MB",
            proof: Size("2.88 KB", 2_880),
            keygen: 3.73 * 3600.0,
            evaluate: 0.78,
            verify: 0.94,
            ..X
        },
        Column {
            name: "X-VRF-27",
            memory: "4 GB",
            proof: Size("3.01 KB", 3_010),
            keygen: 58.0 * 3600.0,
            evaluate: 0.80,
            verify: 0.97,
            ..X
        },
    ];

    /// Table 1: SL-VRF.
    pub const SL_VRF: Column = Column {
        name: "SL-VRF",
        memory: "negl.",
        public: Size("48 B", 48),
        secret: Size("24 B", 24),
        proof: Size("40 KB", 40_000),
        keygen: 0.38e-3,
        evaluate: 765.0,
        verify: 475.0,
    };

    /// Table 1: LB-VRF.
    pub const LB_VRF: Column = Column {
        name: "LB-VRF",
        memory: "negl.",
        public: Size("3.32 KB", 3_320),
        secret: Size("0.45 KB", 450),
        proof: Size("4.94 KB", 4_940),
        keygen: 0.33e-3,
        evaluate: 3.1,
        verify: 1.3,
    };

    /// The schemes of Table 2, in its order.
    pub const TABLE_2_COLUMNS: [&Column; 7] =
        [&X_VRF[0], &X_VRF[1], &X_VRF[2], &X_VRF[3], &SL_VRF, &ECVRF, &LB_VRF];

    /// Table 2's signatures, and their bytes.
    pub const SIGNATURES: [(&str, u64); 3] = [("Ed25519", 64), ("Rainbow", 66), ("SPHINCS+", 30_696)];

    /// Table 2: the number of nodes, and for each signature the transactions per second of each scheme.
    /// `None` is N/A.
    pub const TABLE_2: [(u64, [[Option<i64>; 7]; 3]); 4] = [
        (
            10,
            [
                all([1010, 1010, 1010, 1009, 940, 1015, 1000]),
                all([1008, 1008, 1008, 1007, 938, 1013, 998]),
                all([34, 34, 34, 34, 32, 34, 32]),
            ],
        ),
        (
            50,
            [
                all([990, 989, 988, 987, 639, 1014, 939]),
                all([988, 987, 986, 985, 638, 1012, 937]),
                all([33, 33, 33, 33, 21, 34, 22]),
            ],
        ),
        (
            100,
            [
                all([966, 963, 961, 958, 263, 1014, 862]),
                all([964, 961, 959, 957, 263, 1012, 861]),
                all([32, 32, 32, 32, 9, 34, 10]),
            ],
        ),
        (
            1000,
            [some([521, 496, 474, 449], 1000), some([520, 495, 473, 448], 998), some([17, 17, 16, 15], 34)],
        ),
    ];

    const fn all(cells: [i64; 7]) -> [Option<i64>; 7] {
        let [a, b, c, d, e, f, g] = cells;
        [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), Some(g)]
    }

    /// Returns a line that has only X-VRF and ECVRF.
    const fn some(x_vrf: [i64; 4], ecvrf: i64) -> [Option<i64>; 7] {
        let [a, b, c, d] = x_vrf;
        [Some(a), Some(b), Some(c), Some(d), None, Some(ecvrf), None]
    }

    /// Table 2's last line for X-VRF-15, -19, -23 and -27, as printed and in seconds.
    pub const LIFETIMES: [(&str, f64); 4] = [
        ("45 hours", 45.0 * 3_600.0),
        ("1 month", 30.3 * 86_400.0),
        ("1.3 years", 1.33 * YEAR),
        (">20 years", 20.0 * YEAR),
    ];

    /// Seconds.
    pub const YEAR: f64 = 365.25 * 86_400.0;
}
