import { type Address, parseAbi } from 'viem'
import { bytecodeOf } from './artefact.js'
import { deployCode } from './deployCode.js'
import { placeCode } from './placeCode.js'

/** Where Permit2 is on every network that has it. */
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** What the token of {@link deployPermits} can do besides the standard. */
export const localPermitAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function nonces(address owner) view returns (uint256)',
])

/** What the contract at Permit2's address can do. */
export const localPermit2Abi = parseAbi([
  'error InvalidAmount(uint256 maxAmount)',
  'error InvalidContractSignature()',
  'error InvalidNonce()',
  'error InvalidSignatureLength()',
  'error InvalidSigner()',
  'error SignatureExpired(uint256 signatureDeadline)',
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct SignatureTransferDetails { address to; uint256 requestedAmount; }',
  'function permitTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes signature)',
])

/** What takes signatures for approvals on a local chain. */
export interface LocalPermits {
  /** an ERC-20 in which anyone can mint, approved by a signature (EIP-2612); 18 decimals */
  readonly token: Address
  /** one payment by a signature, at Permit2's own address: not Permit2's code, and no more of it */
  readonly permit2: Address
}

/**
 * Puts a token with EIP-2612 on a development chain, and what pays by Permit2's signatures at its usual address.
 * @throws {@link DeployError}
 * @example
 * const { token, permit2 } = await deployPermits({ url: chain.url })
 */
export async function deployPermits({ url }: { url: string }): Promise<LocalPermits> {
  const initCode = bytecodeOf('../contracts/PermitToken.json')
  const token = await deployCode({ url, step: 'deploy the token with permits', initCode })
  await placeCode({ url, step: 'place Permit2', specifier: '../contracts/LocalPermit2.json', address: permit2 })
  return { token, permit2 }
}
