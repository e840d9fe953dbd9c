import { type Address, encodeAbiParameters, type Hex, isHex, padHex, parseAbiParameters } from 'viem'
import { bytecodeOf } from './artefact.js'
import { asFounder, type ContractPlan, deployMissing, planContract } from './asFounder.js'

/** Where MetaMask's Delegation Framework 1.3.0 stands, on a local chain as on every network that has it. */
export interface Delegation {
  /** EIP7702StatelessDeleGator: the code that an account is switched to (EIP-7702) */
  readonly delegate: Address
  /** DelegationManager: redeems what an account's key has delegated */
  readonly manager: Address
  /** EntryPoint 0.7 (ERC-4337) */
  readonly entryPoint: Address
  /** what a delegation is bound by */
  readonly enforcers: { readonly [Name in keyof typeof enforcerDigests]: Address }
}

/** What EntryPoint 0.7 was deployed with. */
const entryPointSalt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

/** What the framework was deployed with. */
const frameworkSalt = padHex('0x4741544f52', { dir: 'right', size: 32 })

/** Who may stop the manager's redeeming: the vendor's account, as on every network. */
const managerOwner: Address = '0xB0403B32f54d0Bd752113f4009e8B534C6669f44'

/** The hashes of metadata that the deployed code ends with: addresses follow from them, and the published code has others. */
const digests = {
  DelegationManager: 'c2284ea0163aafd9aee402e7645e9db93d0c27667921732dd0458883520a4752',
  EIP7702StatelessDeleGator: 'd057b8f9a4d5cb46c51c1004ce8cae8dcd3c06323da26ccdfd3dd38584a43adb',
} as const

const enforcerDigests = {
  AllowedTargetsEnforcer: 'c8822d4c7275ef8dedf0f20285c1cb5687e2081aef67716a170ae9a2f3de5001',
  AllowedMethodsEnforcer: '9b5da9243dcd3815a06d34a51586ce02e6c67b993be22c2b463556cf3e0f77b4',
  AllowedCalldataEnforcer: '860b8be6a7e9f218173e7b97e4f7d5d6522ab0118af89a815fcf60520e952ed4',
  ExactCalldataEnforcer: '62106f857b9ea5652771f8110c9d685a8777516e1a78046d5db46a91586469c1',
  ValueLteEnforcer: 'aaa65c38bf913adb3b6476a0d2d501b6b9e881c6a33b33b16dd8081cbc1b61ce',
  LimitedCallsEnforcer: '2c3f46b0859baa05ad68ac999840f0730e6a8b3553b600a51784470af7b87c1d',
  TimestampEnforcer: '937c24aea9e01f448cb62e2b3be0bdd7f808e5688cca18b12ff45cb1dabdc7b0',
  NonceEnforcer: 'a9f5ef425adf403ab9ba4e7eb77d33d90a09d017b94aa31d1c936c4da108e6f0',
  RedeemerEnforcer: '1039fbe92afb704ab10dbd45ad43e2b1c4bae1a3a861fb6009a942c305971f67',
  NativeTokenPeriodTransferEnforcer: 'd41e667da8d747979e7ed7f05af656310d3eb3029c9d0c8a63a248703010d506',
  ERC20PeriodTransferEnforcer: '02755ab8cc52dedf9878671bfd7d317d71bfc428a79a9809842faaefd0de27d0',
  NativeTokenStreamingEnforcer: '9ae3650bc35b3640fcc1f9a46bf5b25f1ce1bf6eb25aeb42d8582dc4beb6b96b',
  ERC20StreamingEnforcer: '38be6c898e25e035c36a52fe26a236a90574cd5fb48f9bc1cb72563a2f07d55b',
  ExactExecutionBatchEnforcer: '89205edcde35d76469c69573f13f5db483c5cc4cca5bd34200cabb0b13f4eb65',
} as const

interface DelegationPlans {
  readonly entryPoint: ContractPlan
  readonly manager: ContractPlan
  readonly delegate: ContractPlan
  readonly enforcers: { readonly [Name in keyof typeof enforcerDigests]: ContractPlan }
}

/**
 * Deploys the Delegation Framework and EntryPoint 0.7 on a development chain, at the addresses that they have on public networks. Looks at what is
 * there first and does only what is missing.
 * @throws {@link DeployError}
 * @example
 * const { delegate } = await deployDelegation({ url: chain.url })
 */
export async function deployDelegation({ url }: { url: string }): Promise<Delegation> {
  const { entryPoint, manager, delegate, enforcers } = await planDelegation()
  await asFounder({
    url,
    step: 'set up the delegation framework',
    run: async (site) => {
      for (const contract of [entryPoint, manager, delegate, ...Object.values(enforcers)]) {
        await deployMissing(site, contract)
      }
    },
  })
  return {
    delegate: delegate.address,
    manager: manager.address,
    entryPoint: entryPoint.address,
    enforcers: mapEnforcers((name) => enforcers[name].address),
  }
}

async function planDelegation(): Promise<DelegationPlans> {
  // Half a megabyte of code, read where it is needed.
  const codes = await import('@metamask/delegation-abis/bytecode')
  const planned = (name: keyof typeof digests | keyof typeof enforcerDigests, digest: string, inputs?: Hex) =>
    planContract({ name, code: withDigest({ name, code: codes[name], digest }), inputs, salt: frameworkSalt })
  const entryPoint = planContract({
    name: 'EntryPoint 0.7',
    code: bytecodeOf('@account-abstraction/contracts/artifacts/EntryPoint.json'),
    salt: entryPointSalt,
  })
  const manager = planned(
    'DelegationManager',
    digests.DelegationManager,
    encodeAbiParameters(parseAbiParameters('address owner'), [managerOwner]),
  )
  const delegate = planned(
    'EIP7702StatelessDeleGator',
    digests.EIP7702StatelessDeleGator,
    encodeAbiParameters(parseAbiParameters('address manager, address entryPoint'), [
      manager.address,
      entryPoint.address,
    ]),
  )
  return { entryPoint, manager, delegate, enforcers: mapEnforcers((name) => planned(name, enforcerDigests[name])) }
}

function mapEnforcers<Value>(ofEach: (name: keyof typeof enforcerDigests) => Value) {
  return {
    AllowedTargetsEnforcer: ofEach('AllowedTargetsEnforcer'),
    AllowedMethodsEnforcer: ofEach('AllowedMethodsEnforcer'),
    AllowedCalldataEnforcer: ofEach('AllowedCalldataEnforcer'),
    ExactCalldataEnforcer: ofEach('ExactCalldataEnforcer'),
    ValueLteEnforcer: ofEach('ValueLteEnforcer'),
    LimitedCallsEnforcer: ofEach('LimitedCallsEnforcer'),
    TimestampEnforcer: ofEach('TimestampEnforcer'),
    NonceEnforcer: ofEach('NonceEnforcer'),
    RedeemerEnforcer: ofEach('RedeemerEnforcer'),
    NativeTokenPeriodTransferEnforcer: ofEach('NativeTokenPeriodTransferEnforcer'),
    ERC20PeriodTransferEnforcer: ofEach('ERC20PeriodTransferEnforcer'),
    NativeTokenStreamingEnforcer: ofEach('NativeTokenStreamingEnforcer'),
    ERC20StreamingEnforcer: ofEach('ERC20StreamingEnforcer'),
    ExactExecutionBatchEnforcer: ofEach('ExactExecutionBatchEnforcer'),
  }
}

/** The same code with another hash of its metadata: the compiler's mark before the hash, and what follows it, stand once in it. */
function withDigest({ name, code, digest }: { name: string; code: string; digest: string }): Hex {
  const [before, after, ...more] = code.split(/(?<=a2646970667358221220)[0-9a-f]{64}(?=64736f6c63)/)
  const replaced = `${before}${digest}${after}`
  if (after === undefined || more.length > 0 || !isHex(replaced)) throw new TypeError(`${name} has no single digest.`)
  return replaced
}
