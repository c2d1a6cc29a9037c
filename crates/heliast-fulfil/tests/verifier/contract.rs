//! The contract on an EVM.

use crate::Claim;
use alloy_primitives::{Address, Bytes, TxKind, U256, address};
use alloy_sol_types::{SolCall, SolInterface, sol};
use revm::{
    Context, ExecuteCommitEvm, ExecuteEvm, MainBuilder, MainContext, MainnetEvm,
    context::TxEnv,
    context_interface::result::ExecutionResult,
    database::{CacheDB, EmptyDB},
    handler::MainnetContext,
    primitives::hardfork::SpecId,
};
use std::{fs, path::Path};

sol! {
    interface Verifier {
        error WrongLengthOfInput(uint256 bytes_);
        error WrongLengthOfProof(uint256 bytes_);
        error WrongLengthOfContext(uint256 bytes_);
        error InputNotCanonical();
        error OutputNotCanonical();
        error ProofNotCanonical();
        error HintOutOfRange(uint256 hint);
        error DelayOutOfRange(uint256 squarings);
        error InputIsIdentity();
        error HintNamesNoPrime(uint256 hint);
        error EquationFails();

        function verify(bytes x, uint256 squarings, bytes proof, bytes context) external view;
    }
}

use Verifier::{VerifierErrors, verifyCall};

/// The reason why a proof is refused, as the contract names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    WrongLengthOfInput,
    WrongLengthOfProof,
    WrongLengthOfContext,
    InputNotCanonical,
    OutputNotCanonical,
    ProofNotCanonical,
    HintOutOfRange,
    DelayOutOfRange,
    InputIsIdentity,
    HintNamesNoPrime,
    EquationFails,
}

impl From<VerifierErrors> for Refusal {
    fn from(error: VerifierErrors) -> Refusal {
        match error {
            VerifierErrors::WrongLengthOfInput(_) => Refusal::WrongLengthOfInput,
            VerifierErrors::WrongLengthOfProof(_) => Refusal::WrongLengthOfProof,
            VerifierErrors::WrongLengthOfContext(_) => Refusal::WrongLengthOfContext,
            VerifierErrors::InputNotCanonical(_) => Refusal::InputNotCanonical,
            VerifierErrors::OutputNotCanonical(_) => Refusal::OutputNotCanonical,
            VerifierErrors::ProofNotCanonical(_) => Refusal::ProofNotCanonical,
            VerifierErrors::HintOutOfRange(_) => Refusal::HintOutOfRange,
            VerifierErrors::DelayOutOfRange(_) => Refusal::DelayOutOfRange,
            VerifierErrors::InputIsIdentity(_) => Refusal::InputIsIdentity,
            VerifierErrors::HintNamesNoPrime(_) => Refusal::HintNamesNoPrime,
            VerifierErrors::EquationFails(_) => Refusal::EquationFails,
        }
    }
}

const SENDER: Address = address!("00000000000000000000000000000000000000aa");
/// The most gas that a transaction may have since Osaka (EIP-7825).
const GAS: u64 = 1 << 24;

/// The verifier contract on its own chain.
pub struct Contract {
    evm: MainnetEvm<MainnetContext<CacheDB<EmptyDB>>>,
    address: Address,
}

impl Contract {
    /// Deploys the contract under the rules of a fork.
    pub fn deployed(fork: SpecId) -> Contract {
        let context =
            Context::mainnet().with_db(CacheDB::<EmptyDB>::default()).modify_cfg_chained(|config| {
                config.set_spec_and_mainnet_gas_params(fork);
                config.disable_nonce_check = true;
            });
        let mut evm = context.build_mainnet();
        let done = evm.transact_commit(transaction(TxKind::Create, bytecode())).expect("a transaction");
        let address = done.created_address().expect("the contract's address");
        Contract { evm, address }
    }

    /// The gas of a transaction that verifies a claim.
    pub fn verify(&mut self, claim: &Claim) -> Result<u64, Refusal> {
        let Claim { x, squarings, proof, context } = claim.clone();
        let squarings = U256::from(squarings);
        let call = verifyCall { x: x.into(), squarings, proof: proof.into(), context: context.into() };
        let call = transaction(TxKind::Call(self.address), call.abi_encode().into());
        match self.evm.transact(call).expect("a transaction").result {
            ExecutionResult::Success { gas, .. } => Ok(gas.tx_gas_used()),
            ExecutionResult::Revert { output, .. } => {
                Err(VerifierErrors::abi_decode(&output).expect("an error of the contract").into())
            }
            ExecutionResult::Halt { reason, .. } => panic!("it halts: {reason:?}"),
        }
    }
}

fn transaction(kind: TxKind, data: Bytes) -> TxEnv {
    TxEnv::builder().caller(SENDER).kind(kind).data(data).gas_limit(GAS).build().expect("a transaction")
}

fn bytecode() -> Bytes {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contracts/abi/HeliastDelayVerifier.json");
    let text = fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!("{}: {error}: in contracts/, `npm ci && npm run build` compiles it", file.display())
    });
    let artifact: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    artifact["bytecode"].as_str().expect("bytecode").parse().expect("hexadecimal digits")
}
