import * as v from 'valibot'
import { baseUnits } from './baseUnits.js'
import { AccountParams, type Call, type Output } from './call.js'
import { limits } from './limits.js'

/** An amount in the smallest unit that comes, or with a minus goes. */
const change = v.pipe(v.string(), v.maxLength(limits.baseUnits + 1), v.regex(/^(?:0|-?[1-9]\d*)$/))

const address = v.pipe(v.string(), v.maxLength(limits.address))
const hexData = v.pipe(v.string(), v.maxLength(limits.simulatedData), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/))

/** A call as an account would make it. */
const simulatedCall = v.object({
  /** Left out where a contract is created. */
  to: v.optional(address),
  /** Of the network's own coin, in its smallest unit. */
  value: v.optional(baseUnits, '0'),
  data: v.optional(hexData, '0x'),
})
export type SimulatedCall = Output<typeof simulatedCall>

/** CAIP-2. */
const chainId = v.pipe(v.string(), v.maxLength(limits.caip2))

/** The work to simulate: calls in their order, each after the one before it; of Solana a whole transaction. */
export const SimulationBody = v.union([
  v.object({
    chainId,
    calls: v.pipe(v.array(simulatedCall), v.minLength(1), v.maxLength(limits.simulatedCalls)),
    /** Whether none is done where one fails; else those before it stand. */
    atomic: v.optional(v.boolean(), false),
  }),
  v.object({
    chainId,
    /** With or without its signatures, in base64. */
    transaction: v.pipe(v.string(), v.maxLength(limits.simulatedTransaction), v.base64()),
  }),
])
export type SimulationBody = Output<typeof SimulationBody>

const token = {
  /** The contract's own symbol, or the operator's list's; absent where neither has one. */
  symbol: v.optional(v.pipe(v.string(), v.maxLength(100))),
  decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))),
  /** Whether the operator's list has it: else its name is its own word. */
  isListed: v.boolean(),
}

const contract = address
/** In decimal digits. */
const tokenId = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,77})$/))

/** A change of what the account has. The network's fee isn't part of it, but of Solana, where it is taken with the transaction. */
const SimulatedChange = v.variant('kind', [
  v.object({ kind: v.literal('coin'), amount: change }),
  v.object({ kind: v.literal('token'), contract, amount: change, ...token }),
  /** An NFT: one comes or goes, or of an ERC-1155 so many of it. */
  v.object({ kind: v.literal('nft'), contract, tokenId, amount: change, ...token }),
])
export type SimulatedChange = Output<typeof SimulatedChange>

/** An allowance of somebody else on the account, before and afterwards. */
const SimulatedAllowance = v.variant('kind', [
  v.object({ kind: v.literal('token'), contract, spender: address, before: baseUnits, after: baseUnits, ...token }),
  /** Of a whole collection. */
  v.object({
    kind: v.literal('collection'),
    contract,
    spender: address,
    before: v.boolean(),
    after: v.boolean(),
    ...token,
  }),
])
export type SimulatedAllowance = Output<typeof SimulatedAllowance>

/** The result of a simulation, or that there is none to be had. */
export const SimulationReply = v.variant('status', [
  v.object({
    status: v.literal('unknown'),
    /** No node has what it takes; or none answered in time, or as it should. */
    why: v.picklist(['unsupported', 'unreached']),
  }),
  v.object({
    status: v.literal('known'),
    /** By which of the nodes' methods: `eth_call` doesn't report everything that moves. */
    by: v.picklist(['eth_simulateV1', 'eth_call', 'simulateTransaction']),
    /** The block that it stands on, or the slot. */
    block: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    /** Which call failed, by its place from 0; absent where all were done. */
    failed: v.optional(
      v.object({ index: v.pipe(v.number(), v.integer(), v.minValue(0)), reason: v.pipe(v.string(), v.maxLength(300)) }),
    ),
    /** Units that it took; absent where the method doesn't say. */
    gas: v.optional(baseUnits),
    /** Something else came of it where nothing was paid and another block was around: it can't be relied on what really comes of it. */
    varies: v.optional(v.boolean()),
    /** The server's names of contracts that are called, or that may take something. */
    names: v.pipe(
      v.array(v.object({ address, name: v.pipe(v.string(), v.maxLength(100)) })),
      v.maxLength(limits.simulatedChanges),
    ),
    changes: v.pipe(v.array(SimulatedChange), v.maxLength(limits.simulatedChanges)),
    allowances: v.pipe(v.array(SimulatedAllowance), v.maxLength(limits.simulatedChanges)),
    /** The gains of those to whom some of a token is sent: it may keep a part. */
    received: v.optional(
      v.pipe(v.array(v.object({ address, contract, amount: change, ...token })), v.maxLength(limits.simulatedChanges)),
    ),
  }),
])
export type SimulationReply = Output<typeof SimulationReply>
export type Simulation = Extract<SimulationReply, { readonly status: 'known' }>

/** The effect of calls or a transaction on an account, were they done now. Nothing is sent. */
export const simulationCall = {
  id: 'simulate',
  method: 'post',
  path: '/v1/account/:address/simulation',
  params: AccountParams,
  body: SimulationBody,
  reply: SimulationReply,
} as const satisfies Call
