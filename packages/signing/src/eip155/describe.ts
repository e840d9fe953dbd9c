import { isEmptyHex, type LowerHex, noBytes } from '@foyer/core/chain'
import type { SimulationReply } from '@foyer/core/wire'
import type { DescribedRequest, Fact, Outside, ShownRequest, WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import type { Address } from 'viem'
import { readCoins, readGasPrice } from '../contracts/nodeReads.js'
import { amountOf, coinOf } from '../contracts/tokens.js'
import { withSimulation } from '../readSimulation.js'
import { remembering } from '../reads.js'
import { assertSize } from '../requestSize.js'
import { words } from '../sentences.js'
import { shownName } from '../shownText.js'
import { withOutside } from '../withOutside.js'
import { gasOf, judgeFee, namesFee } from './fees.js'
import { promisedBy, sending } from './flow.js'
import { mostGivenWarnings } from './mostGiven.js'
import { callsTitle, type ReadBatch, readCalls, readOne } from './readCalls.js'
import type { Delegation } from './readDelegation.js'
import { readTransaction } from './readTransaction.js'
import { CallsParams, DelegationsParams, MessageParams, TransactionParams, TypedDataParams } from './requestParams.js'

/**
 * Describes what a wallet elsewhere is about to be asked for, by the data of the request, the chain and a simulation of it.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export async function describeEip155(request: DescribedRequest): Promise<ShownRequest | undefined> {
  assertSize(request.params)
  const { outside = {} } = request
  const network = remembering(request.network)
  const shown = await describe({ ...request, network, outside })
  return shown && withOutside({ ...request, network, shown, outside })
}

interface Described extends DescribedRequest {
  readonly outside: Outside
}

async function describe(request: Described): Promise<ShownRequest | undefined> {
  switch (request.method) {
    case 'personal_sign': {
      const read = v.safeParse(MessageParams, request.params)
      if (!read.success) return undefined
      const [message, address] = read.output
      // What is signed without being sent is another step of a visitor's, which many never take.
      const { readMessage } = await import('./readMessage.js')
      return readMessage({ ...request, message, address }).shown
    }
    case 'eth_signTypedData':
    case 'eth_signTypedData_v4': {
      const read = v.safeParse(TypedDataParams, request.params)
      if (!read.success) return undefined
      const [address, data] = read.output
      const { descriptorsOf } = request.outside
      const { describeTypedData } = await import('./describeTypedData.js')
      const described = await describeTypedData({ ...request, data, address, descriptorsOf })
      return described.status === 'readable' ? described.shown : undefined
    }
    case 'eth_sendTransaction':
    case 'eth_signTransaction':
      return describeTransaction(request)
    case 'wallet_sendCalls':
      return describeBatch(request)
    default:
      return undefined
  }
}

async function describeTransaction({
  network,
  outside,
  params,
  method,
  now,
}: Described): Promise<ShownRequest | undefined> {
  const delegations = v.safeParse(DelegationsParams, params)
  const read = v.safeParse(TransactionParams, withoutDelegations(params))
  // What hands the account over is read, or nothing is said of what it comes with.
  if (!read.success || (hasDelegations(params) && !delegations.success)) return undefined
  const [asked] = read.output
  const { from, to, value = 0n, data = noBytes } = asked
  const { descriptorsOf } = outside
  const [call, balance, simulation, gasPrice] = await Promise.all([
    to && !isEmptyHex(data) ? readOne({ to, from, value, data, network, descriptorsOf, now }) : undefined,
    readCoins(network, from),
    outside.simulate?.({ calls: [{ to, value: `${value}`, data }], isAtomic: true }),
    outside.simulate || namesFee(asked) ? readGasPrice(network) : undefined,
  ])
  const isSent = method === 'eth_sendTransaction'
  const { atMost, isHigh } = judgeFee({
    ...{ asked, gas: gasOf(simulation), gasPrice, decimals: network.currency.decimals },
  })
  const shown = readTransaction({
    ...{ transaction: { from, to, value, data }, fee: atMost, isFeeHigh: isHigh, network, balance, call, isSent },
  })
  const fee = feeAbout({ simulation, gasPrice, network })
  const moves = isEmptyHex(data) ? sending({ value, to, from, network }) : call?.flow
  // What a contract is created with is given, whatever its code does.
  const given = to ? moves : sending({ value, to, from, network })
  const warnings = [...shown.warnings, ...(await mostGivenWarnings({ moves: given, from, network }))]
  const whole = withSimulation({
    ...{ shown: { ...shown, facts: [...shown.facts, ...fee], warnings }, simulation, network },
    isRead: isEmptyHex(data) || call !== undefined,
    promised: moves && promisedBy(moves),
  })
  return delegations.success ? withDelegations(whole, delegations.output) : whole
}

/** The wallet that is asked works the fee out: until then it is what the simulation took, at the price of the moment. */
function feeAbout({
  simulation,
  gasPrice,
  network,
}: {
  readonly simulation: SimulationReply | undefined
  readonly gasPrice: bigint | undefined
  readonly network: WalletNetwork
}): readonly Fact[] {
  const gas = gasOf(simulation)
  if (gas === undefined || gasPrice === undefined) return []
  return [amountOf(gas * gasPrice, coinOf(network), 'request.feeAbout')]
}

async function describeBatch({ network, outside, params, now }: Described): Promise<ShownRequest | undefined> {
  const read = v.safeParse(CallsParams, params)
  if (!read.success) return undefined
  const { from, calls, atomicRequired: isAtomic, capabilities, others } = read.output
  if (!from) return undefined
  const isOne = isAtomic || calls.length === 1
  const [batch, simulation, gasPrice] = await Promise.all([
    readCalls({ calls, from, network, isOne, descriptorsOf: outside.descriptorsOf, now }),
    outside.simulate?.({ calls: calls.map((call) => ({ ...call, value: `${call.value}` })), isAtomic }),
    outside.simulate && readGasPrice(network),
  ])
  // That one of several in turn is seen to fail is rare.
  const isStopped = !isOne && simulation?.status === 'known' && simulation.failed !== undefined
  const said = isStopped
    ? await (await import('./readMoreCalls.js')).inPart({ batch, simulation, calls, from, network })
    : batch
  const shown = batchShown({ ...said, isAtomic, from, network, calls })
  const payer: Fact = {
    label: words('request.feePayer'),
    value: words('paymasterService' in capabilities ? 'request.sponsor' : 'request.thisAccount'),
  }
  const facts = [...shown.facts, ...feeAbout({ simulation, gasPrice, network }), payer]
  const names = others.map((name) => shownName(name, 40)).join(', ')
  const warnings = [
    ...(others.length > 0 ? [words('request.warn.capabilities', { names })] : []),
    ...shown.warnings,
    ...(await mostGivenWarnings({ moves: batch.moves, from, network })),
  ]
  return withSimulation({
    shown: { ...shown, facts, warnings, isDeliberate: shown.isDeliberate || others.length > 0 },
    ...{ simulation, network, isRead: !batch.isUnread, isInTurn: !isOne },
    promised: batch.flow && promisedBy(batch.flow),
  })
}

/** A batch of calls (EIP-5792) as it is shown: what it comes to, and what stands where one of them fails. */
export function batchShown({
  facts,
  warnings,
  isDeliberate,
  isUnread,
  still,
  calls,
  isAtomic,
  from,
  network,
}: ReadBatch & {
  readonly calls: readonly { readonly data: LowerHex }[]
  readonly isAtomic: boolean
  readonly from: Address
  readonly network: WalletNetwork
}): ShownRequest {
  const data = calls.map((call) => call.data).join('\n\n')
  return {
    title: callsTitle(calls.length),
    act: words('request.act.send'),
    facts: [
      ...facts,
      ...(isAtomic ? still : []),
      { label: words('request.ifFails'), value: words(isAtomic ? 'request.nothingHappens' : 'request.restStands') },
      { label: words('request.from'), value: from, isCode: true },
      { label: words('request.network'), value: network.name },
    ],
    ...(isUnread ? { content: { label: words('request.data'), text: data, isCode: true } } : {}),
    warnings,
    isDeliberate,
  }
}

/** An account that is handed over is that before all else. */
async function withDelegations(shown: ShownRequest, delegations: readonly Delegation[]): Promise<ShownRequest> {
  // An account is handed over once, if ever.
  const { readDelegations } = await import('./readMoreCalls.js')
  const { title, facts, warnings, isDeliberate } = readDelegations(delegations)
  return {
    ...shown,
    title,
    facts: [...facts, ...shown.facts],
    warnings: [...warnings, ...shown.warnings],
    isDeliberate: isDeliberate || shown.isDeliberate,
  }
}

/** Whether authorisations come with a transaction, in whatever form. */
const hasDelegations = (params: unknown): boolean =>
  Array.isArray(params) && Object(params[0]).authorizationList != null

/** A transaction without the authorisations that come with it, which are read for themselves. */
function withoutDelegations(params: unknown): unknown {
  if (!Array.isArray(params) || typeof params[0] !== 'object' || params[0] === null) return params
  const { authorizationList: _authorizationList, type: _type, ...rest } = params[0]
  return [rest, ...params.slice(1)]
}
