import { lowerHex } from '@foyer/core/chain'
import type { SponsoredNetwork } from '../projects/sponsorship.js'
import { Quantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import { marginMs } from './bringOn.js'
import { costOf, type Fees, feesAt, larger } from './fees.js'
import { refusedAs } from './judge.js'
import type { Ledger, OpenOperation, Signed } from './ledger.js'
import { policyOf, refusalOf } from './policy.js'
import { type Prices, readAccount, readLowerFee, tryOperation } from './readNetwork.js'
import { cancel, isRefusedBy, type Pass, type Placed } from './sending.js'
import { signOperation } from './signTransaction.js'
import { toOperation } from './toOperation.js'
import { laneOf, payerOf } from './turns.js'

/** The most transactions under way on a network: a node holds 16 of an account for sure. */
const mostUnderWay = 16
/** Of these a payer's, those of sessions of a project by a network, and those of lanes that have one already: the last are for lanes that have none. */
const mostOf = { payer: 4, network: 6, again: 12 } as const
/** Of a block's gas, what is under way before another of a lane that has one already: a first one is in one of the next two blocks. */
const mostGasPart = 2
/** After so many that a node refuses, a pass places no more: each takes several requests, and what comes meanwhile waits for the pass. */
const mostRefused = 4
/** So long does an operation wait for lower fees or for coin before it is dropped unsent. */
const waitMs = 60_000
/** An operation that was judged longer ago is judged again before it is signed. */
const staleMs = 5_000

interface Placing extends Pass {
  /** in the order in which they have their turn */
  readonly waiting: readonly OpenOperation[]
  /** what has a place and no block */
  readonly underWay: readonly OpenOperation[]
  readonly prices: Prices
  /** how many transactions of the account a node has said before that there are with those that wait; null where it didn't */
  readonly pending: bigint | null
}

/** Gives places to what waits, as many as there are. @returns whether any is signed */
export async function placeAll({ waiting, underWay, pending, ...request }: Placing): Promise<boolean> {
  const chosen = await choose({ ...request, waiting, underWay, pending })
  const ready = await judgeAll({ ...request, chosen })
  if (ready.length === 0) return false
  const { chain, signal, account, prices, log } = request
  const calls = [{ method: 'eth_getTransactionCount', params: [account.address, 'pending'] }]
  const [outcome] = await chain.request({ calls, signal })
  const now = resultOf({ outcome, schema: Quantity, host: chain.id })
  // Twice, and the lower of both: a place beyond those that were given is taken for another's by no single word.
  const counted = Number(pending !== null && pending < now ? pending : now)
  let held = underWay.reduce((sum, { reserved }) => sum + BigInt(reserved), 0n)
  let [isAny, refused] = [false, 0]
  for (const each of ready) {
    if (prices.balance < held + each.cost) {
      log.warn({ chainId: chain.id }, 'the account that pays for operations has too little coin')
      // What others' hold now is there again for this one.
      if (prices.balance < each.cost) await dropIfOld({ ...request, operation: each.operation, because: 'unfunded' })
      continue
    }
    const placed = await place({ ...request, ...each, counted })
    if (placed === 'unsigned') continue
    isAny = true
    held += each.cost
    if (placed === 'cancelled') refused += 1
    if (placed === 'unfilled' || refused >= mostRefused) break
  }
  return isAny
}

interface Chosen {
  readonly operation: OpenOperation
  readonly policy: SponsoredNetwork
  readonly fees: Fees
}

/** Chooses whose turn it is by what is known without asking the network: within the shares of places, and the project's terms as they are now. */
async function choose({ waiting, underWay, ...request }: Placing): Promise<readonly Chosen[]> {
  const { prices } = request
  const chosen: Chosen[] = []
  for (const operation of waiting) {
    const before = [...underWay, ...chosen.map((each) => each.operation)]
    if (before.length >= mostUnderWay) break
    const one = await allowed({ ...request, operation })
    if (one !== null && hasShare({ operation, before, prices })) chosen.push(one)
  }
  return chosen
}

interface Share extends Pick<Placing, 'prices'> {
  readonly operation: OpenOperation
  /** what has a place, and what gets one before it */
  readonly before: readonly OpenOperation[]
}

/** Whether a place is within the shares: nobody's many, or large ones, leave another project none, and no project's sessions its persons. */
function hasShare({ operation, before, prices }: Share): boolean {
  if (before.filter((each) => payerOf(each) === payerOf(operation)).length >= mostOf.payer) return false
  const lane = before.filter((each) => laneOf(each) === laneOf(operation))
  if (lane.length === 0) return true
  const ofNetwork = lane.filter(({ network, grantedBy }) => grantedBy !== null && network === operation.network)
  if (ofNetwork.length >= mostOf.network) return false
  const gas = before.reduce((sum, each) => sum + each.gas, operation.gas)
  return before.length < mostOf.again && BigInt(gas) * BigInt(mostGasPart) <= prices.mostGas
}

interface One extends Pass {
  readonly operation: OpenOperation
}

type Because = Parameters<Ledger['drop']>[0]['because']

const drop = async ({ ledger, operation, because }: One & { readonly because: Because }): Promise<null> => {
  await ledger.drop({ operation, because })
  return null
}

const ageOf = ({ clock, operation }: One): number => clock.now() - operation.createdAt.getTime()

const dropIfOld = async (request: One & { readonly because: Because }): Promise<null> =>
  ageOf(request) >= waitMs ? drop(request) : null

/** @returns null where its project doesn't pay for it now; what that ends is dropped */
async function allowed(request: One & { readonly prices: Prices }): Promise<Chosen | null> {
  const { operation, projects, clock, prices } = request
  if (clock.now() >= operation.operation.validUntil * 1_000 - marginMs) return drop({ ...request, because: 'late' })
  const policy = policyOf(await projects.find(operation.projectId), operation)
  if (policy === undefined || isRefused(policy, operation)) return drop({ ...request, because: 'policy' })
  if (operation.gas > prices.mostGas) return drop({ ...request, because: 'fee' })
  const fees = feesAt(prices, BigInt(policy.mostFeePerGas))
  return fees === null ? dropIfOld({ ...request, because: 'fee' }) : { operation, policy, fees }
}

const isRefused = (policy: SponsoredNetwork, row: OpenOperation): boolean => {
  const { sender, callData, verificationGasLimit, callGasLimit } = toOperation(row)
  const gas = verificationGasLimit + callGasLimit
  const grantedBy = row.grantedBy === null ? null : lowerHex(`0x${row.grantedBy.slice(2)}`)
  const asked = { sender: lowerHex(sender), grantedBy, callData: lowerHex(callData) }
  return refusalOf({ policy, ...asked, gas }) !== null
}

interface Ready extends Chosen {
  /** in wei, at the fees of the moment */
  readonly cost: bigint
}

/** Judges what is chosen, at the same time. What can't be judged, as a node doesn't answer what it is asked, waits and stops no other. */
async function judgeAll({
  chosen,
  ...request
}: Pass & { readonly chosen: readonly Chosen[] }): Promise<readonly Ready[]> {
  const { chain, log, signal } = request
  const settled = await Promise.allSettled(chosen.map((each) => judge({ ...request, ...each })))
  signal.throwIfAborted()
  for (const each of settled)
    if (each.status === 'rejected')
      log.warn({ chainId: chain.id, error: each.reason }, 'a sponsored operation could not be judged')
  return settled.flatMap((each) => (each.status === 'fulfilled' && each.value !== null ? [each.value] : []))
}

/** Judges by the state of the network and of the account. @returns null where it isn't to be signed: it is dropped */
async function judge(request: Pass & Chosen): Promise<Ready | null> {
  const { operation, policy, fees, account, chain, signal } = request
  const reading = { chain, signal }
  const { gas } = operation
  const asked = toOperation(operation)
  if (ageOf(request) >= staleMs) {
    const state = await readAccount({ ...reading, sender: asked.sender, key: asked.nonce >> 64n })
    const refusal = await refusedAs({ operation: asked, state })
    if (refusal !== null)
      return drop({ ...request, because: refusal === 'authorization' ? 'authorization' : 'simulation' })
    const failing = await tryOperation({ ...reading, operation: asked, account: account.address, gas })
    if (failing !== null) return drop({ ...request, because: 'simulation' })
  }
  const lowerFee = await readLowerFee({ ...reading, operation: asked, gas })
  return { operation, policy, fees, cost: costOf({ gas, fees, lowerFee }) }
}

interface Place extends Pass, Ready {
  readonly prices: Prices
  /** how many transactions the network has seen of the account */
  readonly counted: number
}

/** Signs an operation for the next place, and sends it. @returns whether it is signed, and what fills the place */
async function place(request: Place): Promise<'filled' | 'cancelled' | 'unfilled' | 'unsigned'> {
  const { ledger, account, chain, log, clock, operation, policy, fees, cost, counted } = request
  const asked = toOperation(operation)
  let made: { readonly signed: Signed; readonly place: number } | undefined
  const write = async (at: number) => {
    const of = { account, chain: asked.chain, place: at, fees, operation: asked, gas: operation.gas }
    made = { signed: await signOperation(of), place: at }
    return made.signed
  }
  const said = await ledger.sign({
    ...{ operation, counted, cost, write },
    ...{ account: account.address.toLowerCase(), most: policy.budget },
  })
  if (said === 'budget') await drop({ ...request, because: 'budget' })
  if (said === 'behind')
    log.warn({ chainId: chain.id }, 'a node knows fewer transactions of the paying account than are final')
  if (said !== true || made === undefined) return 'unsigned'
  if (!(await isRefusedBy({ ...request, ...made }))) return 'filled'
  const attempt = { operation: operation.hash, attempt: 0, ...made.signed, signedAt: new Date(clock.now()) }
  const reserved = String(larger(cost, BigInt(operation.reserved)))
  const placed: Placed = { ...operation, reserved, status: 'signed', place: made.place, attempts: [attempt] }
  return (await cancel({ ...request, operation: placed, isAwaited: true })) ? 'cancelled' : 'unfilled'
}
