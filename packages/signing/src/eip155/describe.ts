import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import type { Fact, ShownRequest } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { type Outside, resemblingWarnings } from '../outside.js'
import { withSimulation } from '../readSimulation.js'
import { words } from '../sentences.js'
import { describeTypedData } from './describeTypedData.js'
import { promisedBy, sending } from './flow.js'
import { readCoins } from './nodeReads.js'
import { readCall } from './readCall.js'
import { readCalls } from './readCalls.js'
import { type Delegation, readDelegations } from './readDelegation.js'
import { readMessage } from './readMessage.js'
import { readTransaction } from './readTransaction.js'
import { CallsParams, DelegationsParams, MessageParams, TransactionParams, TypedDataParams } from './requestParams.js'

/** A request that some wallet is about to be asked for. */
export interface DescribedRequest {
  readonly method: string
  readonly params: unknown
  readonly network: WalletNetwork
  /** Another network, by its CAIP-2 id. */
  readonly networkOf?: ((chainId: string) => WalletNetwork | undefined) | undefined
  /** Where the application is. */
  readonly peerUrl: string
  readonly outside?: Outside | undefined
  /** Seconds since 1970. */
  readonly now: bigint
}

/**
 * Describes what a wallet elsewhere is about to be asked for, by the data of the request, the chain and a simulation of it.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 */
export async function describeEip155(request: DescribedRequest): Promise<ShownRequest | undefined> {
  switch (request.method) {
    case 'personal_sign': {
      const read = v.safeParse(MessageParams, request.params)
      if (!read.success) return undefined
      const [message, address] = read.output
      return readMessage({ ...request, message, address }).shown
    }
    case 'eth_signTypedData':
    case 'eth_signTypedData_v4': {
      const read = v.safeParse(TypedDataParams, request.params)
      if (!read.success) return undefined
      const [address, data] = read.output
      const described = await describeTypedData({ ...request, data, address })
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

async function describeTransaction(request: DescribedRequest): Promise<ShownRequest | undefined> {
  const { network, outside = {}, params, method } = request
  const delegations = v.safeParse(DelegationsParams, params)
  const read = v.safeParse(TransactionParams, withoutDelegations(params))
  if (!read.success) return undefined
  const [{ from, to, value = 0n, data = '0x' }] = read.output
  const [call, balance, simulation, name] = await Promise.all([
    to && data !== '0x' ? readCall({ to, from, value, data, network }) : undefined,
    readCoins(network, from),
    outside.simulate?.({ calls: [{ to, value: `${value}`, data }], isAtomic: true }),
    to && data === '0x' ? outside.nameOf?.(to) : undefined,
  ])
  const isSent = method === 'eth_sendTransaction'
  const shown = readTransaction({ transaction: { from, to, value, data }, network, balance, call, isSent })
  const worth = value > 0n ? outside.worthOf?.(value) : undefined
  const known: Fact[] = [
    ...(worth === undefined ? [] : [{ label: words('request.worth'), value: worth }]),
    ...(name === undefined ? [] : [{ label: words('request.knownAs'), value: name }]),
  ]
  const whole = { ...shown, facts: [...shown.facts, ...known] }
  const moves = data === '0x' ? sending({ value, network }) : call?.flow
  const described = withSimulation({
    ...{ shown: whole, simulation, network, isRead: data === '0x' || call !== undefined },
    promised: moves && promisedBy(moves),
  })
  const warned = withResembling(described, outside)
  return delegations.success ? withDelegations(warned, delegations.output) : warned
}

async function describeBatch({ network, outside = {}, params }: DescribedRequest): Promise<ShownRequest | undefined> {
  const read = v.safeParse(CallsParams, params)
  if (!read.success) return undefined
  const { from, calls, atomicRequired: isAtomic } = read.output
  if (!from) return undefined
  const [batch, simulation] = await Promise.all([
    readCalls({ calls, from, network }),
    outside.simulate?.({ calls: calls.map((call) => ({ ...call, value: `${call.value}` })), isAtomic }),
  ])
  const shown = batchShown({ ...batch, isAtomic, from, network, calls })
  const promised = batch.flow && promisedBy(batch.flow)
  return withResembling(withSimulation({ shown, simulation, network, isRead: !batch.isUnread, promised }), outside)
}

/** A batch of calls (EIP-5792) as it is shown: what it comes to, and what stands where one of them fails. */
export function batchShown({
  facts,
  warnings,
  isDeliberate,
  isUnread,
  calls,
  isAtomic,
  from,
  network,
}: Awaited<ReturnType<typeof readCalls>> & {
  readonly calls: readonly { readonly data: Hex }[]
  readonly isAtomic: boolean
  readonly from: Address
  readonly network: WalletNetwork
}): ShownRequest {
  const data = calls.map((call) => call.data).join('\n\n')
  return {
    title: words('request.carryOut', { count: `${calls.length}` }),
    act: words('request.act.send'),
    facts: [
      ...facts,
      { label: words('request.ifFails'), value: words(isAtomic ? 'request.nothingHappens' : 'request.restStands') },
      { label: words('request.from'), value: from, isCode: true },
      { label: words('request.network'), value: network.name },
    ],
    ...(isUnread ? { content: { label: words('request.data'), text: data, isCode: true } } : {}),
    warnings,
    isDeliberate,
  }
}

const withResembling = (shown: ShownRequest, { paid }: Outside): ShownRequest => ({
  ...shown,
  warnings: [...shown.warnings, ...resemblingWarnings({ facts: shown.facts, paid })],
})

/** An account that is handed over is that before all else. */
function withDelegations(shown: ShownRequest, delegations: readonly Delegation[]): ShownRequest {
  const { title, facts, warnings } = readDelegations(delegations)
  return {
    ...shown,
    title,
    facts: [...facts, ...shown.facts],
    warnings: [...warnings, ...shown.warnings],
    isDeliberate: true,
  }
}

/** A transaction without the authorisations that come with it, which are read for themselves. */
function withoutDelegations(params: unknown): unknown {
  if (!Array.isArray(params) || typeof params[0] !== 'object' || params[0] === null) return params
  const { authorizationList: _authorizationList, type: _type, ...rest } = params[0]
  return [rest, ...params.slice(1)]
}
