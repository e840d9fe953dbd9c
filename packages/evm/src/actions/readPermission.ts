import type { Network, PermissionReading, PermissionTerms, SpendingTerms } from '@foyer/core'
import { type Hex, isHex } from '@foyer/core/chain'
import { delegateIn, delegationManager } from '@foyer/signing/delegate'
import { enforcers } from '@foyer/signing/enforcers'
import { checksummed } from '../address/checksum.js'
import { decodeText, decodeUint, encodeCall, mostUint256, wordAddress } from './abi.js'
import type { Reading } from './chainAnswers.js'
import { type Caveat, type Delegation, readDelegation } from './delegation.js'
import { callOrNothing } from './transfers.js'

/** The functions of the manager and its enforcers that are called, by selector. */
const selectors = {
  /** Of a period: `(bytes32 hash, address manager, bytes terms)`. */
  getAvailableAmount: '0x6a9843f6',
  /** Of a stream: `(address manager, bytes32 hash)`, whose fifth word is what was spent. */
  streamingAllowances: '0xfb7d2c5b',
  callCounts: '0x19054d89',
  currentNonce: '0x2bd4ed21',
  disabledDelegations: '0x2d40d052',
} as const satisfies Readonly<Record<string, Hex>>

interface Asked extends Reading {
  readonly delegation: Delegation
  /** In seconds since 1970. */
  readonly now: bigint
}

/**
 * Reads how a permission stands on its chain (ERC-7710): whether it may be used, what it allows, and what was spent of it.
 *
 * @returns undefined for a context that isn't one delegation of an account's at the manager of MetaMask's framework
 */
export async function readPermission({
  context,
  ...reading
}: Reading & { readonly context: string; readonly now: bigint }): Promise<PermissionReading | undefined> {
  const delegation = readDelegation(context)
  if (!delegation) return undefined
  const asked: Asked = { ...reading, delegation }
  const [status, terms] = await Promise.all([statusOf(asked), termsOf(asked)])
  const { delegate, delegator, caveats } = delegation
  const end = endOf(caveats)
  return {
    status,
    to: checksummed(delegate),
    account: checksummed(delegator),
    expiresAt: end === undefined ? undefined : Number(end),
    terms,
    ...(terms ? await useOf(asked, terms) : { spent: undefined, left: undefined }),
  }
}

/** Names the network's own coin, where it is that what may be spent. */
export function withCoin(
  reading: PermissionReading,
  { nativeCurrency }: Pick<Network, 'nativeCurrency'>,
): PermissionReading {
  const { terms } = reading
  if (terms?.type !== 'spend' || terms.token !== undefined) return reading
  const { symbol, decimals } = nativeCurrency
  return { ...reading, terms: { ...terms, symbol, decimals } }
}

const word = (value: bigint | Hex): string => BigInt(value).toString(16).padStart(64, '0')

/** A call of the manager or an enforcer; one that isn't there answers nothing. */
async function wordsOf(
  reading: Reading,
  { to, selector, args }: { readonly to: Hex; readonly selector: keyof typeof selectors; readonly args: string },
): Promise<readonly bigint[]> {
  const answer = await callOrNothing({ ...reading, to, data: `${selectors[selector]}${args}` })
  if (!isHex(answer)) return []
  return (answer.slice(2).match(/.{64}/g) ?? []).map((each) => BigInt(`0x${each}`))
}

const named = ({ caveats }: Pick<Delegation, 'caveats'>, name: keyof typeof enforcers): Hex | undefined =>
  caveats.find(({ enforcer }) => enforcer === enforcers[name].toLowerCase())?.terms

/** The words of packed terms, behind so many bytes. */
const packed = (terms: Hex, behind = 0): readonly bigint[] =>
  (terms.slice(2 + 2 * behind).match(/.{64}/g) ?? []).map((each) => BigInt(`0x${each}`))

function endOf(caveats: readonly Caveat[]): bigint | undefined {
  const terms = named({ caveats }, 'timestamp')
  const before = terms?.length === 66 ? BigInt(`0x${terms.slice(-32)}`) : 0n
  return before === 0n ? undefined : before
}

async function statusOf(asked: Asked): Promise<PermissionReading['status']> {
  const { delegation, now, read, signal } = asked
  const end = endOf(delegation.caveats)
  const nonce = named(delegation, 'nonce')
  const args = `${word(delegationManager)}${word(delegation.delegator)}`
  const [[isDisabled], [current], code] = await Promise.all([
    wordsOf(asked, { to: delegationManager, selector: 'disabledDelegations', args: word(delegation.hash) }),
    nonce === undefined ? [] : wordsOf(asked, { to: enforcers.nonce, selector: 'currentNonce', args }),
    read({ method: 'eth_getCode', params: [delegation.delegator, 'latest'], signal }),
  ])
  if (isDisabled || (nonce !== undefined && BigInt(nonce) !== current)) return 'ended'
  if (end !== undefined && end <= now) return 'expired'
  return delegateIn(String(code)) === undefined ? 'off' : 'active'
}

type OfToken = Pick<Extract<PermissionTerms, { type: 'spend' }>, 'token' | 'symbol' | 'decimals'>

/** Reads the terms that bound the key. Undefined where it is bound in a way that isn't known here. */
async function termsOf(asked: Asked): Promise<PermissionTerms | undefined> {
  const { delegation } = asked
  const found = limitOf(delegation)
  if (found) return { type: 'spend', limit: found.limit, ...(await tokenOf(asked, found.token)) }
  const [targets, methods] = [named(delegation, 'allowedTargets'), named(delegation, 'allowedMethods')]
  // More than one contract is no permission that the kit asks for.
  if (targets?.length !== 42 || methods === undefined) return undefined
  const count = named(delegation, 'limitedCalls')
  return {
    type: 'call',
    target: checksummed(targets),
    functions: (methods.slice(2).match(/.{8}/g) ?? []).map((selector) => `0x${selector}`),
    count: count === undefined ? undefined : BigInt(count),
  }
}

function limitOf(
  delegation: Delegation,
): { readonly limit: SpendingTerms; readonly token: Hex | undefined } | undefined {
  for (const [name, behind] of [
    ['nativePeriod', 0],
    ['erc20Period', 20],
    ['nativeStream', 0],
    ['erc20Stream', 20],
  ] as const) {
    const terms = named(delegation, name)
    if (terms === undefined) continue
    const token = behind === 0 ? undefined : wordAddress(BigInt(terms.slice(0, 42)))
    const words = packed(terms, behind)
    const limit = name.endsWith('Period') ? ofPeriod(words) : ofStream(words)
    return limit && { limit, token }
  }
  return undefined
}

/** A period that never ends is a sum that is spent once. */
function ofPeriod([amount, periodSeconds]: readonly bigint[]): SpendingTerms | undefined {
  if (amount === undefined || periodSeconds === undefined) return undefined
  return periodSeconds === mostUint256 ? { type: 'once', amount } : { type: 'periodic', amount, periodSeconds }
}

function ofStream([initial, most, perSecond]: readonly bigint[]): SpendingTerms | undefined {
  if (initial === undefined || most === undefined || perSecond === undefined) return undefined
  return { type: 'stream', initial, perSecond, most: most === mostUint256 ? undefined : most }
}

async function tokenOf(asked: Asked, token: Hex | undefined): Promise<OfToken> {
  if (token === undefined) return { token, symbol: '', decimals: undefined }
  const [symbol, decimals] = await Promise.all([
    callOrNothing({ ...asked, to: token, data: encodeCall({ call: 'symbol' }) }).then(decodeText),
    callOrNothing({ ...asked, to: token, data: encodeCall({ call: 'decimals' }) }).then(decodeUint),
  ])
  const isKnown = decimals !== undefined && decimals <= 255n
  return { token: checksummed(token), symbol: symbol ?? '', decimals: isKnown ? Number(decimals) : undefined }
}

async function useOf(asked: Asked, terms: PermissionTerms): Promise<Pick<PermissionReading, 'spent' | 'left'>> {
  if (terms.type === 'call') return callsOf(asked, terms.count)
  return terms.limit.type === 'stream' ? streamedOf(asked, terms.limit) : ofPeriods(asked, terms.limit)
}

async function callsOf(asked: Asked, count: bigint | undefined): Promise<Pick<PermissionReading, 'spent' | 'left'>> {
  if (count === undefined) return { spent: undefined, left: undefined }
  const args = `${word(delegationManager)}${word(asked.delegation.hash)}`
  const [spent = 0n] = await wordsOf(asked, { to: enforcers.limitedCalls, selector: 'callCounts', args })
  return { spent, left: count > spent ? count - spent : 0n }
}

/** In the period that runs; nothing was spent before the first. */
async function ofPeriods(
  asked: Asked,
  { amount }: Extract<SpendingTerms, { readonly amount: bigint }>,
): Promise<Pick<PermissionReading, 'spent' | 'left'>> {
  const { delegation, now } = asked
  const name = named(delegation, 'nativePeriod') === undefined ? 'erc20Period' : 'nativePeriod'
  const terms = named(delegation, name) ?? '0x'
  const start = packed(terms, name === 'erc20Period' ? 20 : 0)[2] ?? 0n
  if (start > now) return { spent: 0n, left: 0n }
  const bytes = terms.slice(2)
  const tail = `${word(BigInt(bytes.length / 2))}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`
  const args = `${word(delegation.hash)}${word(delegationManager)}${word(96n)}${tail}`
  const [left] = await wordsOf(asked, { to: enforcers[name], selector: 'getAvailableAmount', args })
  return { spent: left === undefined || left > amount ? undefined : amount - left, left }
}

async function streamedOf(
  asked: Asked,
  { initial, most = mostUint256, perSecond }: Extract<SpendingTerms, { readonly type: 'stream' }>,
): Promise<Pick<PermissionReading, 'spent' | 'left'>> {
  const { delegation, now } = asked
  const isNative = named(delegation, 'nativeStream') !== undefined
  const name = isNative ? 'nativeStream' : 'erc20Stream'
  const start = packed(named(delegation, name) ?? '0x', isNative ? 0 : 20)[3] ?? 0n
  const args = `${word(delegationManager)}${word(delegation.hash)}`
  const words = await wordsOf(asked, { to: enforcers[name], selector: 'streamingAllowances', args })
  const spent = words[4] ?? 0n
  const come = start > now ? 0n : initial + perSecond * (now - start)
  const there = come < most ? come : most
  return { spent, left: there > spent ? there - spent : 0n }
}
