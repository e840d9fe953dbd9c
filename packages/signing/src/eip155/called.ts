import { type LowerHex, lowerHex } from '@foyer/core/chain'
import type { Fact, WalletNetwork, Words } from '@foyer/core/words'
import {
  type Abi,
  type AbiParameter,
  type Address,
  type DecodeFunctionDataReturnType,
  decodeFunctionData,
  type Hex,
  slice,
  toFunctionSelector,
} from 'viem'
import { readsOnce } from '../contracts/readsOnce.js'
import { isKnownAddress, isKnownContract, isSame } from '../contracts/tokens.js'
import { unusedBytes } from '../contracts/unusedBytes.js'
import { words } from '../sentences.js'
import type { Flow } from './flow.js'

/** A call with its contract and its sender. */
export interface Called {
  readonly to: Address
  readonly from: Address
  /** The account whose request it is, where another makes the call. */
  readonly account?: Address | undefined
  /** Of the network's own coin, in wei. */
  readonly value: bigint
  readonly network: WalletNetwork
  /** Seconds since 1970, for what ends; undefined where it isn't given. */
  readonly now?: bigint | undefined
}

/** A call, described. */
export interface ReadCall {
  readonly title: Words
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  /** Takes a step of its own: what it does can't be had back, or is without a limit. */
  readonly isDeliberate: boolean
  /** The assets that it moves of the account; undefined where its data doesn't say all of it. */
  readonly flow?: Flow | undefined
  /** The assets that it moves for certain, where that isn't all. */
  readonly partly?: Flow | undefined
  /** An allowance without a limit, which the visitor may give one. */
  readonly limitless?: Limitless | undefined
}

/** An allowance that takes everything of a token. */
export interface Limitless {
  readonly spender: Address
  readonly symbol: string
  readonly decimals: number
  /** The account's balance of it. */
  readonly balance: bigint
}

type Said = Partial<Pick<ReadCall, 'warnings' | 'isDeliberate' | 'flow' | 'partly'>>

export const said = (
  title: Words,
  facts: readonly Fact[],
  { warnings = [], isDeliberate = false, flow, partly }: Said = {},
): ReadCall => ({ title, facts, warnings, isDeliberate, flow, partly })

/** The parameters of the function that a call is of. */
export function inputsOf(abi: Abi, data: LowerHex): readonly AbiParameter[] {
  const selector = slice(data, 0, 4)
  const item = abi.find((each) => each.type === 'function' && toFunctionSelector(each) === selector)
  return item?.type === 'function' ? item.inputs : []
}

/** A call that stood in another one's data, as a decoder gives it. */
export const innerCall = ({
  to,
  value,
  data,
}: {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}) => ({
  to,
  value,
  data: lowerHex(data),
})

/** The arguments of a call, as they are encoded. */
export const argumentsIn = (data: Hex): Hex => `0x${data.slice(10)}`

/** Only a call that is encoded as its function has it: what could be read in two ways isn't read. */
export function decodeCall<const Calls extends Abi>(
  abi: Calls,
  data: LowerHex,
): { readonly call: DecodeFunctionDataReturnType<Calls>; readonly unused: number } | undefined {
  try {
    const any: Abi = abi
    const inputs = inputsOf(abi, data)
    if (!readsOnce({ inputs, data: argumentsIn(data) })) return undefined
    const { args = [] } = decodeFunctionData({ abi: any, data })
    const unused = unusedBytes({ inputs, data, args })
    return unused === undefined ? undefined : { call: decodeFunctionData({ abi, data }), unused }
  } catch {
    return undefined // another function, or not a call at all: shown as data
  }
}

/** Warns that what is got is a strange contract's own word: its functions' names prove nothing. */
export const wordWarnings = ({ to, network }: Pick<Called, 'to' | 'network'>): readonly Words[] =>
  isKnownContract(network, to) ? [] : [words('request.warn.ownWord')]

/** The same of what a token's own contract does by its rules. */
export const tokenWordWarnings = ({ to, network }: Pick<Called, 'to' | 'network'>): readonly Words[] =>
  isKnownAddress(network, to) ? [] : [words('request.warn.ownWord')]

/** A contract by the name that the wallet knows it by, or its address alone. */
export function contractFact({ to, network }: Pick<Called, 'to' | 'network'>): Fact {
  const known = nameOfContract(network, to)
  const label = words('request.contract')
  return known === undefined ? { label, value: to, isCode: true } : { label, value: `${known} (${to})`, isCode: true }
}

export const nameOfContract = (network: WalletNetwork, address: Address): string | undefined =>
  network.contracts?.find((each) => isSame(each.address, address))?.name
