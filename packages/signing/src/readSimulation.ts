import { addressKey, formatAmount, isSameKey } from '@foyer/core/chain'
import type { Simulation, SimulationReply } from '@foyer/core/wire'
import type { Fact, RequestSentence, ShownRequest, WalletNetwork, Words } from '@foyer/core/words'
import type { PreparedRequest } from './family.js'
import { listedLike, namesakeWarnings } from './namesake.js'
import { code, words } from './sentences.js'
import { shownName } from './shownText.js'
import { inSmallestUnit, ofTokens, unlisted } from './unlisted.js'
import { withNames } from './withOutside.js'

/** A promise of data about a token, in its smallest unit: what leaves at most, what comes at least. */
export interface PromisedMove {
  /** Undefined for the network's own coin. */
  readonly contract: string | undefined
  readonly leaves: bigint
  readonly comes: bigint
}

/** The promises of data about an account. */
export interface Promised {
  readonly moves: readonly PromisedMove[]
  /** The amounts that may be taken from then on. */
  readonly allows: readonly { readonly contract: string; readonly spender: string; readonly amount: bigint }[]
  /** Something is given for no more than a strange contract's word: a step of its own, unless it was seen to be kept. */
  readonly isOnWord?: boolean
}

export interface SimulatedRequest {
  readonly shown: ShownRequest
  /** Undefined where none was asked for. */
  readonly simulation: SimulationReply | undefined
  readonly network: WalletNetwork
  /** Whether its data was read: else the simulation is all that is known. */
  readonly isRead: boolean
  /** Undefined where the data doesn't say all that moves. */
  readonly promised: Promised | undefined
  /** Its calls are carried out one after the other: those before one that fails stand. */
  readonly isInTurn?: boolean | undefined
}

/**
 * A description with what the network's simulation says of it: what moves, on which block, and whether that is what its data says. It takes no warning away: a
 * contract that isn't known can recognise a simulation.
 */
export function withSimulation(request: SimulatedRequest): ShownRequest {
  const { shown, simulation, network, isRead, promised, isInTurn } = request
  const unseen = { ...shown, isDeliberate: shown.isDeliberate || promised?.isOnWord === true }
  if (simulation === undefined) return unseen
  if (simulation.status === 'unknown') {
    // What is known by its data needs no second witness; what isn't has none.
    if (isRead) return unseen
    const nothing: Fact = { label: words('request.simulation'), value: words('request.notFoundOut') }
    return { ...unseen, facts: [nothing, ...shown.facts] }
  }
  const { failed } = simulation
  const isOther = failed === undefined && promised !== undefined && differs(simulation, promised)
  const isFar = failed === undefined && promised !== undefined && isFarLess(simulation, promised)
  const isVaried = simulation.varies === true
  const facts = [...simulatedFacts({ simulation, network, shown, promised }), ...shown.facts]
  const named = new Map(simulation.names.map(({ address, name }) => [addressKey(address), name]))
  return {
    ...shown,
    facts: withNames(facts, (address) => named.get(addressKey(address))),
    warnings: [
      ...shown.warnings,
      ...simulation.changes.flatMap((change) => posing(change, network)),
      ...(failed === undefined ? [] : [failsWarning({ failed, isInTurn })]),
      ...(isOther ? [words('request.warn.simulationDiffers')] : []),
      ...(simulation.varies ? [words('request.warn.simulationVaries')] : []),
      ...(isFar ? [words('request.warn.leastFar')] : []),
    ],
    isDeliberate: shown.isDeliberate || failed !== undefined || isOther || isFar || isVaried,
  }
}

/** Warns of what the network refuses: all of it, or of several calls in turn one, after those before it. */
const failsWarning = ({
  failed: { index },
  isInTurn = false,
}: Pick<SimulatedRequest, 'isInTurn'> & { readonly failed: NonNullable<Simulation['failed']> }): Words =>
  isInTurn && index > 0 ? words('request.warn.failsAt', { number: `${index + 1}` }) : words('request.warn.fails')

/** A network with the contracts by name that the simulating server knows: the operator's own list of them. */
export const knowing = (network: WalletNetwork, simulation: SimulationReply | undefined): WalletNetwork =>
  simulation?.status === 'known' && simulation.names.length > 0
    ? { ...network, contracts: [...(network.contracts ?? []), ...simulation.names] }
    : network

/** Warns of what comes or goes by another token's name [F14]. */
const posing = (change: Change, network: WalletNetwork): readonly Words[] => {
  if (change.kind === 'coin' || change.isListed || change.symbol === undefined) return []
  const symbol = shownName(change.symbol, 64)
  return namesakeWarnings(symbol, listedLike(symbol, network))
}

function simulatedFacts({
  simulation,
  network,
  shown,
  promised,
}: Pick<SimulatedRequest, 'network' | 'shown' | 'promised'> & { readonly simulation: Simulation }): Fact[] {
  const { block, by, failed, changes, allowances } = simulation
  return [
    ...changes.map((change): Fact => {
      const isGone = change.amount.startsWith('-')
      const amount = change.amount.replace('-', '')
      const value = amountOf({ change, network, amount })
      const label = words(isGone ? 'request.simulatedLeaves' : 'request.simulatedComes')
      return { label, value, ...pricedOf({ change, network, amount: BigInt(amount) }) }
    }),
    ...receivedFacts(simulation),
    ...(changes.length === 0 && failed === undefined
      ? [{ label: words('request.simulation'), value: words('request.nothingMoves') }]
      : []),
    ...allowances.flatMap((allowance) => allowanceFacts({ allowance, shown, promised })),
    ...(failed === undefined || failed.reason === ''
      ? []
      : [{ label: words('request.reason'), value: shownName(failed.reason, 300) }]),
    {
      label: words('request.simulatedAt'),
      value: by === 'eth_call' ? words('request.inPart', { block: `${block}` }) : `${block}`,
    },
  ]
}

/** Returns what recipients get of a token that keeps a part of what is sent; of several, who gets what. */
const receivedFacts = ({ received = [], changes }: Simulation): readonly Fact[] =>
  received.flatMap(({ address, contract, amount, symbol, decimals, isListed }, _, all) => {
    const left = changes.find((each) => each.kind === 'token' && isSameKey(each.contract, contract))?.amount
    const of = all.filter((each) => isSameKey(each.contract, contract))
    const arrives = of.reduce((sum, each) => sum + BigInt(each.amount), 0n)
    if (left === undefined || BigInt(left) === -arrives) return []
    const value = tokenText({ amount, contract, symbol, decimals, isListed })
    const one: Fact = { label: words('request.recipientGets'), value }
    return of.length > 1 ? [one, code('request.goesTo', address)] : [one]
  })

type Change = Simulation['changes'][number]
type Allowance = Simulation['allowances'][number]

/** Returns the facts of who may take how much then, where the data doesn't say just that. */
function allowanceFacts({
  allowance,
  shown: { facts },
  promised,
}: Pick<SimulatedRequest, 'shown' | 'promised'> & { readonly allowance: Allowance }): readonly Fact[] {
  const { kind, after, spender } = allowance
  const says = (label: RequestSentence, address?: string) =>
    facts.some(
      (fact) =>
        fact.label.name === label &&
        (address === undefined || (typeof fact.value === 'string' && isSameKey(fact.value, address))),
    )
  const isSaid =
    kind === 'collection'
      ? after && says('request.operator', spender)
      : says('request.allowedAfter') &&
        says('request.spender', spender) &&
        BigInt(after) === promisedTo(allowance, promised)
  if (isSaid) return []
  return [
    { label: words('request.allowedAfter'), value: allowedOf(allowance) },
    ...(facts.filter(({ label }) => label.name === 'request.spender').length === 1 && says('request.spender', spender)
      ? []
      : [code('request.spender', spender)]),
  ]
}

const promisedTo = ({ contract, spender }: Allowance, promised: Promised | undefined): bigint | undefined =>
  promised?.allows.find((each) => isSameKey(each.contract, contract) && isSameKey(each.spender, spender))?.amount

function amountOf({
  change,
  network,
  amount,
}: {
  readonly change: Change
  readonly network: WalletNetwork
  readonly amount: string
}): string | Words {
  if (change.kind === 'coin')
    return `${formatAmount({ value: BigInt(amount), decimals: network.currency.decimals })} ${network.currency.symbol}`
  if (change.kind === 'nft') {
    const one = `${shownName(change.symbol ?? '', 64)} #${change.tokenId}`.trim()
    return unlisted(amount === '1' ? one : `${amount} × ${one}`, change.contract)
  }
  return tokenText({ ...change, amount })
}

/** Returns the amount to be priced; what isn't listed has no worth that could be believed. */
function pricedOf({
  change,
  network,
  amount,
}: {
  readonly change: Change
  readonly network: WalletNetwork
  readonly amount: bigint
}): Pick<Fact, 'priced'> {
  if (change.kind === 'coin') return { priced: { contract: undefined, amount, decimals: network.currency.decimals } }
  if (change.kind === 'nft' || !change.isListed || change.decimals === undefined) return {}
  return { priced: { contract: change.contract, amount, decimals: change.decimals } }
}

function allowedOf(allowance: Allowance): string | Words {
  const { symbol, contract } = allowance
  if (allowance.kind === 'collection') {
    const token = unlisted(symbol === undefined ? words('request.tokens') : shownName(symbol, 64), contract)
    return allowance.after ? words('request.anyOf', { token }) : words('request.nothing')
  }
  const { after: amount } = allowance
  return BigInt(amount) >= without ? words('request.unlimited') : tokenText({ ...allowance, amount })
}

/** More than any balance: an approval of this amount is an approval of everything. */
const without = 2n ** 159n

function tokenText({
  amount,
  contract,
  symbol,
  decimals,
  isListed,
}: {
  readonly amount: string
  readonly contract: string
  readonly symbol?: string | undefined
  readonly decimals?: number | undefined
  readonly isListed: boolean
}): string | Words {
  if (decimals === undefined) return inSmallestUnit(amount, contract)
  const count = formatAmount({ value: BigInt(amount), decimals })
  const text = symbol === undefined ? ofTokens(count) : `${count} ${shownName(symbol, 64)}`
  return isListed ? text : unlisted(text, contract)
}

/** Compares what its data says of each token with what was simulated. */
function compared({ changes }: Simulation, { moves }: Promised) {
  const amounts = new Map<string | undefined, bigint>()
  for (const change of changes) {
    const contract = change.kind === 'coin' ? undefined : addressKey(change.contract)
    amounts.set(contract, (amounts.get(contract) ?? 0n) + BigInt(change.amount))
  }
  const said = new Map(
    moves.map(({ contract, ...move }) => [contract === undefined ? undefined : addressKey(contract), move]),
  )
  return [...new Set([...amounts.keys(), ...said.keys()])].map((contract) => {
    const { comes, leaves } = said.get(contract) ?? { comes: 0n, leaves: 0n }
    return { is: amounts.get(contract) ?? 0n, comes, leaves }
  })
}

/** Whether more leaves or less comes than the data says, or something of which it says nothing leaves, or may be taken. */
function differs(simulation: Simulation, promised: Promised): boolean {
  const isLess = compared(simulation, promised).some(({ is, comes, leaves }) => is < comes - leaves)
  const isAllowed = simulation.allowances.some((each) =>
    each.kind === 'collection'
      ? each.after && !each.before
      : BigInt(each.after) > BigInt(each.before) && BigInt(each.after) > (promisedTo(each, promised) ?? 0n),
  )
  return isLess || isAllowed
}

/** Whether less than half of what was simulated need come. */
const isFarLess = (simulation: Simulation, promised: Promised): boolean =>
  compared(simulation, promised).some(({ is, comes, leaves }) => comes > leaves && (comes - leaves) * 2n < is)

/** How much less may come than was shown: prices move from block to block. */
const tolerated = { percent: 1n } as const

/** How long what a simulation says is taken to hold, in milliseconds. */
export const simulationHoldsMs = 15_000

/** Whether it would do something worse now than it was shown to do: it fails, more leaves, less comes, or somebody else may take something. */
export function isWorse({ was, is }: { readonly was: Simulation; readonly is: Simulation }): boolean {
  const keyOf = (each: Change | Allowance) =>
    each.kind === 'coin'
      ? 'coin'
      : [each.kind, each.contract, 'tokenId' in each ? each.tokenId : '', 'spender' in each ? each.spender : ''].join()
  const amounts = (simulation: Simulation) =>
    new Map(simulation.changes.map((change) => [keyOf(change), BigInt(change.amount)]))
  const [before, after] = [amounts(was), amounts(is)]
  const isLess = [...new Set([...before.keys(), ...after.keys()])].some((key) => {
    const [shown, now] = [before.get(key) ?? 0n, after.get(key) ?? 0n]
    return shown > 0n ? now * 100n < shown * (100n - tolerated.percent) : now < shown
  })
  const allowed = new Map(was.allowances.map((each) => [keyOf(each), String(each.after)]))
  const isMore = is.allowances.some(
    (each) => each.after !== '0' && each.after !== false && allowed.get(keyOf(each)) !== String(each.after),
  )
  const isFailing = is.failed !== undefined && was.failed === undefined
  return isLess || isMore || isFailing || (is.varies === true && was.varies !== true)
}

/**
 * Carries a request out again before it is signed, where what was shown of it is too old.
 * @returns what a prepared request's `recheck` is; the request anew says that it has changed, and takes a step of its own
 */
export function recheckOf({
  simulation,
  carriedOut,
  anew,
}: {
  readonly simulation: SimulationReply | undefined
  readonly carriedOut: () => Promise<SimulationReply> | undefined
  readonly anew: () => Promise<PreparedRequest>
}): () => Promise<PreparedRequest | undefined> {
  const at = Date.now()
  return async () => {
    if (simulation?.status !== 'known' || Date.now() - at < simulationHoldsMs) return undefined
    const again = await carriedOut()
    if (again?.status !== 'known' || !isWorse({ was: simulation, is: again })) return undefined
    const prepared = await anew()
    if (prepared.kind !== 'ask') return prepared
    const warnings = [words('request.warn.simulationChanged'), ...prepared.shown.warnings]
    return { ...prepared, shown: { ...prepared.shown, warnings, isDeliberate: true } }
  }
}
