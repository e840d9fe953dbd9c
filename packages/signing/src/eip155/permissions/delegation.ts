import { type LowerHex, lowerHex } from '@foyer/core/chain'
import * as v from 'valibot'
import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashStruct,
  isAddressEqual,
  keccak256,
  maxUint256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  recoverAddress,
} from 'viem'
import { readsOnce } from '../../contracts/readsOnce.js'
import { delegationManager } from '../../delegate.js'
import { typedDataPayload } from '../payloads.js'
import { HexData } from '../requestParams.js'
import type { Caveat } from './caveats.js'

/** A delegation, which an account's key signs so that another acts for the account within its caveats. */
export interface Delegation {
  /** The one who acts. */
  readonly delegate: Address
  /** The account. */
  readonly delegator: Address
  readonly caveats: readonly Caveat[]
  /** Sets it apart from others that are alike. */
  readonly salt: bigint
}

export interface SignedDelegation extends Delegation {
  readonly signature: Hex
}

/** The account itself stands behind it: it passes none of another's on. */
const ofAccount: Hex = numberToHex(maxUint256)

const types = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
} as const

const messageOf = ({ delegate, delegator, caveats, salt }: Delegation) => ({
  ...{ delegate, delegator, authority: ofAccount, salt },
  caveats: caveats.map(({ enforcer, terms }) => ({ enforcer, terms })),
})

/** The bytes that are hashed and signed (EIP-712): for one chain, at its delegation manager alone. */
export const delegationPayload = (delegation: Delegation, chainId: number): Uint8Array =>
  typedDataPayload({
    domain: { name: 'DelegationManager', version: '1', chainId, verifyingContract: delegationManager },
    types: { Delegation: [...types.Delegation], Caveat: [...types.Caveat] },
    primaryType: 'Delegation',
    message: messageOf(delegation),
  })

/** Returns the hash of a delegation, its id at the manager and at its enforcers. */
export const delegationHash = (delegation: Delegation): Hex =>
  hashStruct({ data: messageOf(delegation), primaryType: 'Delegation', types })

/** Whether the account's key signed a delegation for a chain: one holds on the chain that it was signed for, and on no other. */
export async function isSignedFor({ signature, ...delegation }: SignedDelegation, chainId: number): Promise<boolean> {
  const hash = keccak256(delegationPayload(delegation, chainId))
  try {
    return isAddressEqual(await recoverAddress({ hash, signature }), delegation.delegator)
  } catch {
    return false // no signature of any key, or of another length
  }
}

const tuple =
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)' as const
const contextAbi = parseAbiParameters(`${tuple}[]` as const)
const disableAbi = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function disableDelegation(Delegation delegation)',
])

const encodable = ({ signature, ...delegation }: SignedDelegation) => {
  const { caveats, ...message } = messageOf(delegation)
  return { ...message, caveats: caveats.map((caveat) => ({ ...caveat, args: '0x' as const })), signature }
}

/** A delegation as it is handed to its redeemer (ERC-7710). */
export const contextOf = (signed: SignedDelegation): LowerHex =>
  lowerHex(encodeAbiParameters(contextAbi, [[encodable(signed)]]))

/** Returns the calldata by which the account has the manager redeem a delegation no more. */
export const disabling = (signed: SignedDelegation): LowerHex =>
  lowerHex(encodeFunctionData({ abi: disableAbi, functionName: 'disableDelegation', args: [encodable(signed)] }))

/** More than any delegation of this wallet's. */
const longest = 20_000

/** Reads a context of one delegation by the account itself; undefined for anything else. */
export function readContext(context: unknown): SignedDelegation | undefined {
  const { success, output } = v.safeParse(v.pipe(HexData, v.maxLength(longest)), context)
  if (!success) return undefined
  try {
    if (!readsOnce({ inputs: contextAbi, data: output })) return undefined
    const [[delegation]] = decodeAbiParameters(contextAbi, output)
    if (!delegation) return undefined
    const { delegate, delegator, caveats, salt, signature } = delegation
    const signed = {
      ...{ delegate, delegator, salt, signature },
      caveats: caveats.map(({ enforcer, terms }) => ({ enforcer, terms })),
    }
    // What else it holds, such as a second delegation, another authority, arguments or bytes behind it, isn't this wallet's.
    return contextOf(signed) === output ? signed : undefined
  } catch {
    return undefined // no context
  }
}
