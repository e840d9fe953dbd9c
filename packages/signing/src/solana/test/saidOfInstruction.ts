import type { WalletNetwork } from '@foyer/core/words'
import { base58 } from '@scure/base'
import { sayRequestInEnglish, spokenRequest } from '../../sentences.js'
import type { ReadInstructionParameters } from '../described.js'
import { readInstruction } from '../readInstruction.js'
import type { TokenAccount } from '../tokenState.js'

const at = (digit: number) => base58.encode(new Uint8Array(32).fill(digit))

/** Who is there: accounts, token accounts, mints, a stake, a program. */
export const parties = {
  ...{ me: at(41), ann: at(42), bob: at(43) },
  /** The account's own tokens, somebody else's, and one that isn't known. */
  ...{ mine: at(44), theirs: at(45), fresh: at(46) },
  ...{ dusd: at(47), unlisted: at(48) },
  ...{ stake: at(49), validator: at(50), code: at(51), buffer: at(52), nonce: at(53) },
  /** Wrapped coins: the account's own, and somebody else's. */
  ...{ wrapped: at(54), theirWrapped: at(55) },
} as const
const { me, ann, mine, theirs, dusd, wrapped, theirWrapped } = parties
export const wrappedMint = 'So11111111111111111111111111111111111111112'

export const network: WalletNetwork = {
  ...{ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Local', rpcUrl: 'https://node.example' },
  currency: { symbol: 'SOL', decimals: 9 },
  tokens: [{ address: dusd, symbol: 'DUSD', decimals: 6 }],
}

export const held: readonly (readonly [string, TokenAccount])[] = [
  [mine, { mint: dusd, owner: me, amount: 10_000_000n }],
  [theirs, { mint: dusd, owner: ann, amount: 1n }],
  [wrapped, { mint: wrappedMint, owner: me, amount: 5n }],
  [theirWrapped, { mint: wrappedMint, owner: ann, amount: 5n }],
]

export const number = (value: bigint, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
export const bytes = (address: string): readonly number[] => [...base58.decode(address)]
export const text = (letters: string) => [...number(BigInt(letters.length), 8), ...new TextEncoder().encode(letters)]

/** An instruction: its program, its data, and its accounts. */
export type Asked = readonly [program: string, data: readonly number[], ...accounts: readonly (string | undefined)[]]

/** For tests. What is read of an instruction by itself, in English: what it spends and gives too; undefined where it isn't read. */
export function saidOfInstruction(
  [program, data, ...accounts]: Asked,
  more: Partial<ReadInstructionParameters> = {},
): string | undefined {
  const read = readInstruction({
    ...{ instruction: { program, accounts, data: Uint8Array.from(data) }, address: me, network },
    ...{ tokenAccounts: new Map(held), lamports: new Map(), openedFor: new Map(), tokenFees: new Map() },
    ...{ mintDecimals: new Map(), stakes: new Map(), found: new Set<string>() },
    ...more,
  })
  if (!read) return undefined
  const { facts, warnings, title } = spokenRequest({ ...read, act: read.title }, sayRequestInEnglish)
  const { isMinor, isDeliberate, spends, gives } = read
  const all = [
    `${isMinor ? 'minor ' : ''}${isDeliberate ? '!! ' : ''}${title}`,
    ...facts.map(({ label, value, isCode }) => `${label}: ${value}${isCode ? ' #' : ''}`),
    ...warnings.map((each) => `! ${each}`.slice(0, 40)),
    ...(spends > 0n ? [`spends ${spends}`] : []),
    ...gives.map(
      ({ amount = 'all', mint = 'coin', of = '', isApart, to }) =>
        `gives ${[amount, mint, ...(of ? ['of', of] : []), ...(isApart ? ['apart'] : []), 'to', to.value].join(' ')}`,
    ),
  ]
  return Object.entries(parties).reduce((line, [name, address]) => line.replaceAll(address, name), all.join(' | '))
}
