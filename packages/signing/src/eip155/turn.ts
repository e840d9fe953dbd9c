import type { WalletNetwork } from '@foyer/core/words'
import type { Address, Hex } from 'viem'
import { readPendingCode } from '../contracts/nodeReads.js'
import { delegateIn } from '../delegate.js'
import type { FamilyHost, PreparedRequest } from '../family.js'
import { words } from '../sentences.js'
import { isKnownTo, minedOf, nextOf } from './chain.js'

/** How often an account's last transaction is looked for, and how long at most, in milliseconds. */
const lookEveryMs = 500
const waitedMs = 600_000

/** A transaction by its number. */
interface Numbered {
  readonly network: WalletNetwork
  readonly from: Address
  readonly nonce: number
}

/**
 * Whether a transaction has to wait: calls in turn that go before it aren't sent yet; or nodes keep one of an account with a contract's code, and refuse those after it; and one that gives an account its code they refuse while
 * several others of it are pending. One that takes another's place never waits.
 */
export async function hasToWait({
  network,
  from,
  nonce,
  isSwitching = false,
}: Numbered & { readonly isSwitching?: boolean | undefined }): Promise<boolean> {
  if (isBehind({ network, from, nonce })) return true
  const [code, mined] = await Promise.all([readPendingCode(network, from), saidMined({ network, from })])
  const isAlone = isSwitching || (code !== undefined && delegateIn(code) !== undefined)
  return isAlone && mined !== undefined && nonce > mined
}

/** Reads how many transactions of an account are in blocks; undefined where the node doesn't say. */
const saidMined = ({ network, from }: Pick<Numbered, 'network' | 'from'>): Promise<number | undefined> =>
  minedOf({ network, address: from }).catch(() => undefined)

/** Waits until all of an account's earlier transactions are in blocks. @throws where the application waits no longer, or they aren't after ten minutes */
export async function untilItsTurn({
  network,
  from,
  nonce,
  signal,
}: Numbered & Pick<FamilyHost, 'signal'>): Promise<void> {
  const until = Date.now() + waitedMs
  for (;;) {
    if (signal?.aborted) throw new Error('The request was taken back before it was sent.')
    const mined = await minedOf({ network, address: from })
    if (mined >= nonce) return refuseTaken({ network, from, nonce })
    if (numbersIn(released, { network, from }).some((each) => each >= mined && each < nonce))
      throw new Error('Calls before it weren’t sent: this one wasn’t sent either.')
    if (Date.now() > until)
      throw new Error('An earlier transaction of the account is still pending: this one wasn’t sent.')
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

/** Another page may have waited for the same. @throws where it was sooner */
async function refuseTaken({ network, from, nonce }: Numbered): Promise<void> {
  const next = await nextOf({ network, address: from })
  if (next !== undefined && next > nonce)
    throw new Error('Another transaction of the account was sent in its place: this one wasn’t sent.')
}

/** The numbers of transactions that are approved and not sent yet, by their networks and accounts: no node knows of these. */
const approved = new Map<string, Set<number>>()
const keyOf = ({ network, from }: Pick<Numbered, 'network' | 'from'>): string => `${network.chainId} ${from}`

/** Those of them that are of calls in turn, and of those the ones that aren't sent any more. */
const inBatches = new Map<string, Set<number>>()
const released = new Map<string, Set<number>>()

const numbersIn = (all: typeof approved, on: Pick<Numbered, 'network' | 'from'>): readonly number[] => [
  ...(all.get(keyOf(on)) ?? []),
]

const isBehind = ({ nonce, ...on }: Numbered): boolean => numbersIn(inBatches, on).some((each) => each < nonce)

function take(all: typeof approved, { nonce, ...on }: Numbered): void {
  const numbers = all.get(keyOf(on)) ?? new Set()
  all.set(keyOf(on), numbers.add(nonce))
}

const leave = (all: typeof approved, { nonce, ...on }: Numbered): boolean => all.get(keyOf(on))?.delete(nonce) ?? false

/** Keeps numbers for calls that are sent in turn: what is asked for meanwhile comes after them. @returns what gives back those that weren't used */
export function reserved({
  nonces,
  ...on
}: Pick<Numbered, 'network' | 'from'> & { readonly nonces: readonly number[] }): { readonly release: () => void } {
  const all = nonces.map((nonce) => ({ ...on, nonce }))
  for (const each of all) for (const kept of [approved, inBatches]) take(kept, each)
  return {
    release() {
      for (const each of all.filter((one) => leave(inBatches, one))) {
        leave(approved, each)
        take(released, each)
      }
    },
  }
}

/** The last transaction of each account that this page has sent: a node may not count what is pending. */
const last = new Map<string, { readonly nonce: number; readonly hash: Hex }>()

/** Has a transaction sent in its turn, which is its number's alone meanwhile. @throws where that doesn't come, see `untilItsTurn` */
export async function inTurn(
  { waits, ...numbered }: Numbered & Pick<FamilyHost, 'signal'> & { readonly waits: boolean },
  sending: () => Promise<Hex>,
): Promise<Hex> {
  take(approved, numbered)
  try {
    if (waits) await untilItsTurn(numbered)
    const hash = await sending()
    last.set(keyOf(numbered), { nonce: numbered.nonce, hash })
    leave(inBatches, numbered)
    leave(released, numbered)
    return hash
  } finally {
    leave(approved, numbered)
  }
}

/** The number after those that this page has approved or sent; undefined where the node says which is next. */
export async function freeNonce({ network, from }: Pick<Numbered, 'network' | 'from'>): Promise<number | undefined> {
  const key = keyOf({ network, from })
  const sent = last.get(key)
  const isThere = sent && (await isKnownTo({ network, hash: sent.hash }).catch(() => false))
  const numbers = [...numbersIn(approved, { network, from }), ...(isThere ? [sent.nonce] : [])]
  if (numbers.length === 0) return undefined
  const next = await nextOf({ network, address: from })
  return Math.max(next ?? 0, ...numbers.map((each) => each + 1))
}

/** Whether a transaction takes the place of one that is pending: its number is that one's. */
export async function takesPlace({ network, from, nonce }: Numbered): Promise<boolean> {
  const [next, mined] = await Promise.all([nextOf({ network, address: from }), saidMined({ network, from })])
  return next !== undefined && mined !== undefined && mined <= nonce && nonce < next
}

/** Whether something else of the account's was sent, or approved, since a transaction was numbered. A node that doesn't say refuses it by itself. */
export async function isOvertaken({ network, from, nonce }: Numbered): Promise<boolean> {
  const next = (await freeNonce({ network, from })) ?? (await nextOf({ network, address: from }))
  return next !== undefined && next !== nonce
}

/** A request that is shown again, as something else was sent meanwhile. */
export const askedAgain = (prepared: PreparedRequest): PreparedRequest =>
  prepared.kind === 'ask'
    ? {
        ...prepared,
        shown: { ...prepared.shown, warnings: [words('request.warn.sentMeanwhile'), ...prepared.shown.warnings] },
      }
    : prepared
