import type { SessionPermission } from '@foyer/core/wire'
import {
  type Address,
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import type { LocalAccount } from 'viem/accounts'

// Written by hand, so that what the server reads isn't written by its own code.

const manager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'
/** By the framework's own list, 1.3.0. */
const [allowedTargets, allowedMethods, valueLte, limitedCalls, erc20Period, timestamp, redeemer, nonces] = [
  '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
  '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  '0x1046bb45C8d673d4ea75321280DB34899413c069',
  '0xE144b0b2618071B4E56f746313528a669c7E65c5',
  '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f',
] as const

const word = (value: bigint | number) => numberToHex(value, { size: 32 })
const half = (value: bigint | number) => numberToHex(value, { size: 16 })

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
const contexts = parseAbiParameters(
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)[]',
)

type Bound = readonly [enforcer: Address, terms: Hex]

function boundsOf(permission: SessionPermission): readonly Bound[] {
  if (permission.type === 'native-token-recurring-allowance') throw new Error('None of the tests asks for this.')
  if (permission.type === 'erc20-recurring-allowance') {
    const { token, allowance, period, start } = permission.data
    const terms = concat([`0x${token.slice(2)}`, word(BigInt(allowance)), word(period), word(start)])
    return [
      [erc20Period, terms],
      [valueLte, word(0)],
    ]
  }
  const { address, functions, callLimit } = permission.data
  return [
    [allowedTargets, `0x${address.slice(2)}`],
    [allowedMethods, concat(functions.map(({ functionName }) => toFunctionSelector(`${functionName}()`)))],
    [valueLte, word(0)],
    ...(callLimit === undefined ? [] : [[limitedCalls, word(callLimit)] as const]),
  ]
}

/** Builds the answer of a wallet that grants a permission to a key, until then: a delegation of the account, signed. For tests; nothing in the product imports this. */
export async function grantOf({
  owner,
  to,
  permission,
  expiry,
  nonce = 0n,
  salt = 1n,
  delegator = owner.address,
}: {
  readonly owner: LocalAccount
  readonly to: Address
  readonly permission: SessionPermission
  readonly expiry: number
  readonly nonce?: bigint
  readonly salt?: bigint
  readonly delegator?: Address
}): Promise<Hex> {
  const bounds: readonly Bound[] = [
    ...boundsOf(permission),
    [timestamp, concat([half(0), half(expiry)])],
    [redeemer, to],
    [nonces, word(nonce)],
  ]
  const caveats = bounds.map(([enforcer, terms]) => ({ enforcer, terms }))
  const message = { delegate: to, delegator, authority: word(2n ** 256n - 1n), caveats, salt }
  const domain = { name: 'DelegationManager', version: '1', chainId: 31_337, verifyingContract: manager } as const
  const signature = await owner.signTypedData({ domain, types, primaryType: 'Delegation', message })
  const args = '0x' as const
  return encodeAbiParameters(contexts, [
    [{ ...message, caveats: caveats.map((caveat) => ({ ...caveat, args })), signature }],
  ])
}

const managerAbi = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function disableDelegation(Delegation delegation)',
])

/** The account's own transaction that ends a permission on chain. For tests; nothing in the product imports this. */
export function endOf(context: Hex): { readonly to: Address; readonly data: Hex } {
  const [[delegation]] = decodeAbiParameters(contexts, context)
  if (delegation === undefined) throw new Error('There is no permission.')
  return { to: manager, data: encodeFunctionData({ abi: managerAbi, args: [delegation] }) }
}
