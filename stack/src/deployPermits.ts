import { type Address, padHex, parseAbi } from 'viem'
import { bytecodeOf } from './artefact.js'
import { asFounder, deployMissing, planContract } from './asFounder.js'
import { deployCode } from './deployCode.js'

/** What Permit2 was deployed with: its address follows from this and its code, on every network that has it. */
const permit2Salt = padHex('0xd3af2663da51c10215000000', { size: 32 })

/** What the token of {@link deployPermits} can do besides the standard. */
export const localPermitAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function nonces(address owner) view returns (uint256)',
])

/** What is used here of Permit2's interface. */
export const permit2Abi = parseAbi([
  'error InvalidAmount(uint256 maxAmount)',
  'error InvalidContractSignature()',
  'error InvalidNonce()',
  'error InvalidSignatureLength()',
  'error InvalidSigner()',
  'error SignatureExpired(uint256 signatureDeadline)',
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct SignatureTransferDetails { address to; uint256 requestedAmount; }',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function permitTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes signature)',
])

/** What takes signatures for approvals on a local chain. */
export interface LocalPermits {
  /** an ERC-20 in which anyone can mint, approved by a signature (EIP-2612); 18 decimals */
  readonly token: Address
  /** Uniswap's own contract, at its usual address: payments and allowances by signatures */
  readonly permit2: Address
}

/**
 * Puts a token with EIP-2612 on a development chain, and Permit2 at its usual address, where it isn't there yet.
 * @throws {@link DeployError}
 * @example
 * const { token, permit2 } = await deployPermits({ url: chain.url })
 */
export async function deployPermits({ url }: { url: string }): Promise<LocalPermits> {
  const initCode = bytecodeOf('../contracts/PermitToken.json')
  const token = await deployCode({ url, step: 'deploy the token with permits', initCode })
  const permit2 = planContract({
    ...{ name: 'Permit2', salt: permit2Salt },
    code: bytecodeOf('../contracts/Permit2.json'),
  })
  await asFounder({ url, step: 'set up Permit2', run: (site) => deployMissing(site, permit2) })
  return { token, permit2: permit2.address }
}
