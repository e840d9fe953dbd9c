import { lowerHex } from '@foyer/core/chain'
import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { PrivateKeyAccount } from 'viem'
import type { Chains } from '../chains/chains.js'
import { confirmationsOf } from '../chains/presets.js'
import type { Projects } from '../projects/projects.js'
import type { SponsoredNetwork } from '../projects/sponsorship.js'
import { Quantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import { costOf, type Fees, feesAt, feesBeyond } from './fees.js'
import { lookFor, type Seen } from './inclusion.js'
import type { Ledger, OpenOperation } from './ledger.js'
import type { Operation } from './operation.js'
import { policyOf, refusalOf } from './policy.js'
import { type Prices, type Reading, readLowerFee, readPrices, tryOperation } from './readNetwork.js'
import { cancellingGas, signCancelling, signOperation } from './signTransaction.js'
import { toOperation } from './toOperation.js'

/** Brings operations from their reservation to their end. */
export interface SponsorQueue {
  /**
   * Goes over all that isn't over on a network once: looks what blocks have, sends what they haven't, signs what is next. A call while it does has one more
   * pass made for it, together with others.
   */
  pass(chainId: string): Promise<void>
  /** Goes over every network on which something isn't over. */
  passAll(): Promise<void>
  /** Resolves when no pass is under way. */
  idle(): Promise<void>
}

export interface QueueParameters {
  readonly ledger: Ledger
  readonly chains: Pick<Chains, 'find'>
  readonly projects: Pick<Projects, 'find'>
  readonly account: PrivateKeyAccount
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'info' | 'warn'>
  /** ends every pass */
  readonly signal: AbortSignal
}

/** The most transactions under way on a network: a node holds 16 of an account for sure. */
const mostUnderWay = 16
/** After so long without a block, a transaction is replaced by one that offers more. */
const stuckMs = 30_000
/** After so long its place is taken by one that does nothing. */
const givenUpMs = 600_000
/** So long does an operation wait for lower fees or for coin before it is dropped unsent. */
const waitMs = 60_000
/** An operation that was tried longer ago is tried again before it is signed. */
const staleMs = 5_000

export function createSponsorQueue(parameters: QueueParameters): SponsorQueue {
  const { ledger, chains, log, signal } = parameters
  const running = new Map<string, { readonly now: Promise<void>; next?: Promise<void> }>()
  const begin = (chainId: string): Promise<void> => {
    const chain = chains.find(chainId)
    if (chain === undefined || signal.aborted) return Promise.resolve()
    const now = pass({ ...parameters, chain, confirmations: confirmationsOf(chain) })
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn({ chainId, error }, 'sponsored operations could not be gone over')
      })
      .finally(() => {
        if (running.get(chainId)?.now === now) running.delete(chainId)
      })
    running.set(chainId, { now })
    return now
  }
  const queue: SponsorQueue = {
    pass(chainId) {
      const current = running.get(chainId)
      if (current === undefined) return begin(chainId)
      current.next ??= current.now.then(() => begin(chainId))
      return current.next
    },
    async passAll() {
      await Promise.all((await ledger.openNetworks()).map((chainId) => queue.pass(chainId)))
    },
    async idle() {
      for (let [first] = running.values(); first !== undefined; [first] = running.values())
        await (first.next ?? first.now)
    },
  }
  return queue
}

interface Pass extends QueueParameters, Reading {
  readonly confirmations: number
}

async function pass(request: Pass): Promise<void> {
  const { ledger, chain } = request
  const open = await ledger.open(chain.id)
  const underWay = open.filter(({ status }) => status !== 'reserved')
  const left = await observe({ ...request, operations: underWay })
  for (const each of left) await sendAgain({ ...request, seen: each })
  // What an earlier key's account has sent neither takes a place of this one's nor is paid for by it.
  const own = left.filter(({ operation }) => isOf(request.account, operation))
  const isSigned = await signAll({
    ...request,
    waiting: open.filter(({ status }) => status === 'reserved'),
    held: sumOf(own),
    free: mostUnderWay - own.length,
  })
  if (!isSigned) return
  // A network that makes a block of each transaction has it already.
  const sent = (await ledger.open(chain.id)).filter(({ status }) => status !== 'reserved')
  await observe({ ...request, operations: sent })
}

const isOf = ({ address }: Pick<PrivateKeyAccount, 'address'>, { account }: Pick<OpenOperation, 'account'>): boolean =>
  account === address.toLowerCase()

const sumOf = (seen: readonly Seen[]): bigint =>
  seen.reduce((sum, { operation: { reserved } }) => sum + BigInt(reserved), 0n)

/** Writes down what blocks say. @returns what no block has */
async function observe(request: Pass & { readonly operations: readonly OpenOperation[] }): Promise<readonly Seen[]> {
  const { ledger, operations, clock } = request
  if (operations.length === 0) return []
  const all = await lookFor(request)
  const left: Seen[] = []
  for (const seen of all) {
    const { operation, inclusion, isDisplaced } = seen
    const { hash, status, transactionHash } = operation
    if (inclusion !== null) {
      const { isFinal, isCancelling, block: _, ...said } = inclusion
      if (isFinal) await ledger.settle({ hash, inclusion: said, ...(isCancelling && { dropped: 'stuck' as const }) })
      else if (!isCancelling && transactionHash !== said.transactionHash) await ledger.note({ hash, inclusion: said })
      continue
    }
    if (status === 'included') await ledger.note({ hash, inclusion: null })
    // A node may count a transaction before it has its receipt.
    const age = clock.now() - (operation.attempts.at(-1)?.signedAt.getTime() ?? 0)
    if (isDisplaced && age >= stuckMs && (await isDisplacedStill({ ...request, operation })))
      await ledger.drop({ operation: { ...operation, status: 'signed' }, because: 'displaced' })
    else left.push(seen)
  }
  return left
}

/** Asks for the one operation alone: what was asked with much else may have been answered by several nodes, of which one lags behind. */
async function isDisplacedStill(request: Pass & { readonly operation: OpenOperation }): Promise<boolean> {
  const [seen] = await lookFor({ ...request, operations: [request.operation] })
  return seen?.isDisplaced === true
}

/** Sends what was signed and no block has, as it was signed; after a while, something else goes in its place. */
async function sendAgain(request: Pass & { readonly seen: Seen }): Promise<void> {
  const { seen, clock, account } = request
  const { operation, isKnown } = seen
  const newest = operation.attempts.at(-1)
  if (newest === undefined) return
  const isStuck = clock.now() - newest.signedAt.getTime() >= stuckMs
  // Nodes refuse an authorization of an account that has other transactions underway: by the same again the place would stay blocked for all behind it.
  const isBarred = !isKnown && operation.attempts.length > 1 && toOperation(operation).authorization !== null
  if (isStuck && isOf(account, operation) && (await replace({ ...request, operation, newest, isBarred }))) return
  if (!isKnown) await send({ ...request, raw: newest.raw })
}

interface Replace extends Pass {
  readonly operation: OpenOperation
  readonly newest: OpenOperation['attempts'][number]
  /** No node takes it, whatever it offers. */
  readonly isBarred: boolean
}

/** @returns whether another transaction was sent */
async function replace({ operation, newest, isBarred, ...request }: Replace): Promise<boolean> {
  const { ledger, projects, account, clock } = request
  const { gas, place, createdAt } = operation
  if (place === null) return false
  const prices = await readPrices({ ...request, account: account.address })
  const before = {
    maxFeePerGas: BigInt(newest.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(newest.maxPriorityFeePerGas),
  }
  const fees = feesBeyond(before, prices)
  const chain = toOperation(operation).chain
  const reserved = BigInt(operation.reserved)
  if (newest.isCancelling || isBarred || clock.now() - createdAt.getTime() >= givenUpMs) {
    if (BigInt(cancellingGas) * fees.maxFeePerGas > reserved) return false
    const signed = await signCancelling({ account, chain, place, fees })
    if (!(await ledger.replace({ operation, cost: reserved, most: undefined, signed }))) return false
    await send({ ...request, raw: signed.raw })
    return true
  }
  const policy = policyOf(await projects.find(operation.projectId), operation)
  if (policy === undefined || fees.maxFeePerGas > BigInt(policy.mostFeePerGas)) return false
  const cost = reserved + BigInt(gas) * (fees.maxFeePerGas - before.maxFeePerGas)
  const signed = await signOperation({ account, chain, place, fees, operation: toOperation(operation), gas })
  if (!(await ledger.replace({ operation, cost, most: policy.budget, signed }))) return false
  await send({ ...request, raw: signed.raw })
  return true
}

/** Whatever the node says of it, what matters is what a block has: the next pass looks for that. */
async function send({ chain, signal, log, raw }: Pass & { readonly raw: string }): Promise<void> {
  const [outcome] = await chain.request({ calls: [{ method: 'eth_sendRawTransaction', params: [raw] }], signal })
  if (outcome !== undefined && 'error' in outcome)
    log.info({ chainId: chain.id, code: outcome.error.code }, 'a node did not take a sponsored transaction')
}

interface SignAll extends Pass {
  readonly waiting: readonly OpenOperation[]
  /** what those under way may still cost, in wei */
  readonly held: bigint
  /** how many more may be under way */
  readonly free: number
}

/** @returns whether any is signed */
async function signAll({ waiting, free, ...request }: SignAll): Promise<boolean> {
  const [first] = waiting
  if (first === undefined || free <= 0) return false
  const { chain, signal, account } = request
  const prices = await readPrices({ ...request, account: account.address })
  const calls = [{ method: 'eth_getTransactionCount', params: [account.address, 'pending'] }]
  const [outcome] = await chain.request({ calls, signal })
  const counted = Number(resultOf({ outcome, schema: Quantity, host: chain.id }))
  let [{ held }, left] = [request, free]
  for (const operation of waiting) {
    if (left === 0) break
    const signed = await signNext({ ...request, operation, prices, counted, held })
    if (signed === null) continue
    held += signed
    left -= 1
  }
  return left < free
}

interface SignNext extends Omit<SignAll, 'waiting' | 'free'> {
  readonly operation: OpenOperation
  readonly prices: Prices
  readonly counted: number
}

/** @returns what it may cost; null where it isn't signed */
async function signNext({ operation, prices, counted, held, ...request }: SignNext): Promise<bigint | null> {
  const { ledger, projects, account, clock, chain, log } = request
  const drop = async (because: Parameters<Ledger['drop']>[0]['because']) => {
    await ledger.drop({ operation, because })
    return null
  }
  const age = clock.now() - operation.createdAt.getTime()
  const dropIfOld = (because: Parameters<typeof drop>[0]) => (age >= waitMs ? drop(because) : null)
  const { validUntil = Number.POSITIVE_INFINITY } = operation.operation
  if (clock.now() >= validUntil * 1_000) return drop('late')
  const policy = policyOf(await projects.find(operation.projectId), operation)
  const asked = toOperation(operation)
  if (policy === undefined || isRefused(policy, operation)) return drop('policy')
  const fees = feesAt(prices, BigInt(policy.mostFeePerGas))
  if (fees === null) return dropIfOld('fee')
  const cost = await costNow({ ...request, operation, asked, fees })
  if (prices.balance < held + cost) {
    log.warn({ chainId: chain.id }, 'the account that pays for operations has too little coin')
    return dropIfOld('unfunded')
  }
  const { gas } = operation
  if (age >= staleMs && (await tryOperation({ ...request, operation: asked, account: account.address, gas })) !== null)
    return drop('simulation')
  let raw: string | undefined
  const write = async (place: number) => {
    const signed = await signOperation({ account, chain: asked.chain, place, fees, operation: asked, gas })
    raw = signed.raw
    return signed
  }
  const queue = account.address.toLowerCase()
  const signed = await ledger.sign({ operation, account: queue, counted, cost, most: policy.budget, write })
  if (signed === 'budget') return drop('budget')
  if (signed === 'behind')
    log.warn({ chainId: chain.id }, 'a node knows fewer transactions of the paying account than are final')
  if (signed !== true || raw === undefined) return null
  await send({ ...request, raw })
  return cost
}

const isRefused = (policy: SponsoredNetwork, row: OpenOperation): boolean => {
  const { sender, callData, verificationGasLimit, callGasLimit } = toOperation(row)
  const gas = verificationGasLimit + callGasLimit
  const grantedBy = row.grantedBy === null ? null : lowerHex(`0x${row.grantedBy.slice(2)}`)
  const asked = { sender: lowerHex(sender), grantedBy, callData: lowerHex(callData) }
  return refusalOf({ policy, ...asked, gas }) !== null
}

/** Returns what an operation costs now: what was held already is enough as long as the fees haven't risen beyond it. */
async function costNow({
  operation,
  asked,
  fees,
  ...request
}: Reading & { readonly operation: OpenOperation; readonly asked: Operation; readonly fees: Fees }): Promise<bigint> {
  const lowerFee = await readLowerFee({ ...request, operation: asked })
  return costOf({ gas: operation.gas, fees, lowerFee })
}
