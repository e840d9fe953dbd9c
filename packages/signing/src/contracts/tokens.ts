import { formatAmount } from '@foyer/core/chain'
import type { Fact, RequestSentence, WalletNetwork, Words } from '@foyer/core/words'
import { type Address, maxUint256 } from 'viem'
import { listedLike, namesakeWarnings } from '../namesake.js'
import { code, words } from '../sentences.js'
import { shownName } from '../shownText.js'
import { inSmallestUnit, ofTokens, unlisted } from '../unlisted.js'
import { type CoinToken, coinTokenOf } from './coinTokens.js'
import { readAllowed, readCode, readHeld, readIsOwned, readNames } from './nodeReads.js'

/** A token as the wallet's list has it, or as its contract says that it is. */
export interface ReadToken {
  readonly address: Address
  /** Undefined where neither says it. */
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  readonly isListed: boolean
  /** Another token of the wallet's list has this name, or it is written to look like one. */
  readonly isNamesake: boolean
  /** The symbol of the listed token that its own is or reads like. */
  readonly namesakeOf?: string | undefined
  /** One owner an id (ERC-721): what reads as an amount is an id. */
  readonly isNft: boolean
  /** The network's own coin, which has no contract. */
  readonly isCoin?: boolean
  /** The network's own coin, which this token is in another form, and how many of its smallest units are one of the token's. */
  readonly inCoins?: { readonly coin: ReadToken; readonly unit: bigint } | undefined
}

/** The address that stands for a network's own coin in the place of a contract's. */
export const coinAddress: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** A network's own coin, as what is given and got. */
export const coinOf = ({ currency: { symbol, decimals } }: WalletNetwork): ReadToken => ({
  ...{ address: coinAddress, symbol, decimals },
  ...{ isListed: true, isNamesake: false, isNft: false, isCoin: true },
})

/** A network's own coin in the form of a token. */
function coinIn({ address, fewer }: CoinToken, network: WalletNetwork): ReadToken {
  const coin = coinOf(network)
  const { symbol, decimals } = network.currency
  return {
    ...{ address, symbol, decimals: decimals - fewer, isListed: true, isNamesake: false, isNft: false },
    inCoins: { coin, unit: 10n ** BigInt(fewer) },
  }
}

/** Returns so much of a token as that of the network's coin, where it is one balance with it. */
export const inCoins = <Part extends { readonly token: ReadToken; readonly amount: bigint }>(part: Part): Part => {
  const { token, amount } = part
  return token.inCoins ? { ...part, token: token.inCoins.coin, amount: amount * token.inCoins.unit } : part
}

/** More than any balance: an approval of this amount is an approval of everything. */
const unlimited = 2n ** 159n

/** The largest amounts of tokens that count in fewer bits, which those take as unlimited. */
const largest: readonly bigint[] = [2n ** 96n - 1n, 2n ** 128n - 1n]

/** Permit2 counts amounts in 160 bits, so that its largest is no less than everything. */
export const isUnlimited = (amount: bigint): boolean => amount >= unlimited || largest.includes(amount)

/** Whether a name that a token gives itself stands beside a number without being read as a part of it, or as the rest of the sentence. */
const isSymbol = (name: string): boolean =>
  /^[$₿]?\p{L}[\p{L}\p{N}]*(?:[-._+/][\p{L}\p{N}]+)*\+?$/u.test(name) && name.length <= 24

/** Reads a token: by the wallet's list, else by its contract, whose own word its name is. Never throws. */
export async function readToken(network: WalletNetwork, address: Address): Promise<ReadToken> {
  const other = coinTokenOf(network)
  if (other && isSame(other.address, address)) return coinIn(other, network)
  const listed = network.tokens.find((token) => isSame(token.address, address))
  if (listed) {
    const { symbol, decimals } = listed
    return { address, symbol, decimals, isListed: true, isNamesake: false, isNft: false }
  }
  const { symbol: name, decimals, isNft } = await readNames(network, address)
  const symbol = name === undefined || !isSymbol(name) ? undefined : shownName(name, 32) || undefined
  const namesakeOf = symbol === undefined ? undefined : listedLike(symbol, network)
  return {
    ...{ address, symbol, decimals, isListed: false, namesakeOf },
    isNamesake: symbol !== undefined && namesakeWarnings(symbol, namesakeOf).length > 0,
    isNft: decimals === undefined && isNft,
  }
}

/** What is moved or allowed of a token by a number, which is an amount of it or a thing's own. */
export interface ReadShare {
  readonly token: ReadToken
  /** The token has amounts too (ERC-404): one thing is one whole token, however small its number is. */
  readonly isBoth: boolean
}

/** Reads a token for a call whose number a token with both amounts and things takes for a thing's own where there is one. Never throws. */
export async function readShare(network: WalletNetwork, address: Address, number: bigint): Promise<ReadShare> {
  const isAsked = number > 0n && number < maxUint256
  const [token, isOwned] = await Promise.all([
    readToken(network, address),
    isAsked && readIsOwned(network, { token: address, id: number }),
  ])
  const isBoth = isOwned && token.decimals !== undefined
  return { token: isBoth ? { ...token, isNft: true } : token, isBoth }
}

interface Allowance {
  readonly network: WalletNetwork
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
}

/**
 * Reads a spender's allowance, the owner's balance, and whether the spender is a contract; each undefined where the
 * node doesn't say it.
 */
export async function readAllowance({ network, token: address, owner, spender }: Allowance) {
  const of = { token: address, owner, spender }
  const [before, balance, isContract] = await Promise.all([
    readAllowed(network, of),
    readHeld(network, of),
    isContractAt(network, spender),
  ])
  return { before, balance, isContract }
}

/** Whether there is a contract: an account that has handed itself to one (EIP-7702) is somebody's own still. */
export async function isContractAt(network: WalletNetwork, address: Address): Promise<boolean | undefined> {
  const code = await readCode(network, address)
  return code === undefined ? undefined : code !== '0x' && !code.startsWith('0xef0100')
}

/** Returns the name of a token: what isn't listed says of itself what it likes, so that it has its address beside. */
export const nameOf = ({ symbol, address, isListed }: ReadToken): string | Words =>
  isListed && symbol !== undefined ? symbol : unlisted(symbol ?? words('request.tokens'), address)

/** So much of a token, as text, or an id of it. */
export const asListed = (text: string | Words, { address, isListed }: Pick<ReadToken, 'address' | 'isListed'>) =>
  isListed ? text : unlisted(text, address)

/** An amount of a token that somebody may take. */
export const limitOf = (amount: bigint, token: ReadToken, label: RequestSentence = 'request.amount'): Fact =>
  isUnlimited(amount)
    ? { label: words(label), value: words('request.unlimited', { token: nameOf(token) }) }
    : amountOf(amount, token, label)

/** An amount of a token, exact. */
export function amountOf(amount: bigint, token: ReadToken, name: RequestSentence = 'request.amount'): Fact {
  const { address, symbol, decimals, isNft, isListed, isCoin } = token
  const label = words(name)
  if (isNft) return { label, value: asListed(`${symbol ?? ''} #${amount}`.trim(), token) }
  if (decimals === undefined) return { label, value: inSmallestUnit(amount, address) }
  const count = formatAmount({ value: amount, decimals })
  const fact = { label, value: asListed(symbol === undefined ? ofTokens(count) : `${count} ${symbol}`, token) }
  return isListed ? { ...fact, priced: { contract: isCoin ? undefined : address, amount, decimals } } : fact
}

/** Returns the facts beside a token's name, which it may choose as it likes. */
export function tokenFacts(token: ReadToken): readonly Fact[] {
  if (token.isCoin) return []
  const contract = code('request.contract', token.address)
  return token.isListed ? [contract] : [{ label: words('request.token'), value: nameOf(token) }, contract]
}

export const tokenWarnings = ({ namesakeOf, symbol = '', decimals, isNft, isListed }: ReadToken): readonly Words[] => [
  ...(isListed ? [] : namesakeWarnings(symbol, namesakeOf)),
  ...(decimals === undefined && !isNft ? [words('request.warn.unreadToken')] : []),
]

/** Whether the wallet knows a contract by name: what it takes and gives goes by its rules, which were read. */
export const isKnownContract = ({ contracts = [] }: WalletNetwork, address: Address): boolean =>
  contracts.some((each) => isSame(each.address, address))

/** Whether a token's contract is listed: it moves that token by its rules, and no more; some take any call at all, and do nothing. */
export function isListedToken(network: WalletNetwork, address: Address): boolean {
  const own = coinTokenOf(network)
  return [...network.tokens, ...(own ? [own] : [])].some((each) => isSame(each.address, address))
}

/** The network with a token's contract among those that are known: where it is listed, and was found to do what it is called for. */
export const knowingToken = (network: WalletNetwork, { address, symbol = '', isListed }: ReadToken): WalletNetwork =>
  isListed ? { ...network, contracts: [...(network.contracts ?? []), { address, name: symbol }] } : network

/** Whether an address is one of those that the wallet knows, a token's or another's. */
export const isKnownAddress = (network: WalletNetwork, address: Address): boolean =>
  isListedToken(network, address) || isKnownContract(network, address)

export const isSame = (text: string, address: Address): boolean => text.toLowerCase() === address.toLowerCase()
