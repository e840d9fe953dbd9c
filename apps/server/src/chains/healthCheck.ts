import * as v from 'valibot'
import type { RpcCall, RpcOutcome } from './outcomes.js'

/** How a node of a kind of network is asked whether it is what it is taken for, and how far it is. */
export interface HealthCheck {
  readonly calls: readonly RpcCall[]
  /** @returns null for a node that doesn't support the check, or hasn't caught up */
  read(outcomes: readonly RpcOutcome[]): { readonly isRightChain: boolean; readonly head: number } | null
  /** how many blocks nodes in step may be apart, when nothing else is configured */
  readonly mostBehind: number
}

/** @returns undefined for a kind that isn't known: its nodes count as healthy */
export function healthCheckOf(chainId: string): HealthCheck | undefined {
  const [family = '', reference = ''] = chainId.split(':')
  return kinds[family]?.(reference)
}

const quantity = v.pipe(v.string(), v.hexadecimal(), v.startsWith('0x'), v.transform(Number), v.safeInteger())
const height = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const kinds: Readonly<Record<string, (reference: string) => HealthCheck>> = { eip155, solana, bip122, near }

function eip155(reference: string): HealthCheck {
  const Answers = v.tuple([v.object({ result: quantity }), v.object({ result: quantity })])
  return {
    calls: [{ method: 'eth_chainId' }, { method: 'eth_blockNumber' }],
    mostBehind: 20,
    read: (outcomes) => {
      const parsed = v.safeParse(Answers, outcomes)
      if (!parsed.success) return null
      const [chainId, head] = parsed.output
      return { isRightChain: String(chainId.result) === reference, head: head.result }
    },
  }
}

/** Former ids, and the network that they mean today. */
const formerSolana: Readonly<Record<string, string>> = {
  '4sgjmw1sunhzsxgspuhpqldx6wiyjntz': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  '8e9rvcklfqia2y35hxjjpwzj8wevo44k': 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/** @see CAIP-30: a reference is the first 32 characters of the genesis hash */
function solana(reference: string): HealthCheck {
  const genesis = formerSolana[reference.toLowerCase()] ?? reference
  const Answers = v.tuple([v.object({ result: v.string() }), v.object({ result: height })])
  return {
    calls: [{ method: 'getGenesisHash' }, { method: 'getSlot' }],
    mostBehind: 150,
    read: (outcomes) => {
      const parsed = v.safeParse(Answers, outcomes)
      if (!parsed.success) return null
      const [hash, slot] = parsed.output
      return { isRightChain: hash.result.startsWith(genesis), head: slot.result }
    },
  }
}

/** @see BIP-122: a reference is the first 32 digits of the genesis block's hash */
function bip122(reference: string): HealthCheck {
  const Answers = v.tuple([v.object({ result: v.string() }), v.object({ result: height })])
  return {
    calls: [{ method: 'getblockhash', params: [0] }, { method: 'getblockcount' }],
    mostBehind: 1,
    read: (outcomes) => {
      const parsed = v.safeParse(Answers, outcomes)
      if (!parsed.success) return null
      const [hash, count] = parsed.output
      return { isRightChain: hash.result.startsWith(reference), head: count.result }
    },
  }
}

function near(reference: string): HealthCheck {
  const Status = v.object({
    chain_id: v.string(),
    sync_info: v.object({ latest_block_height: height, syncing: v.literal(false) }),
  })
  const Answers = v.tuple([v.object({ result: Status })])
  return {
    calls: [{ method: 'status' }],
    mostBehind: 60,
    read: (outcomes) => {
      const parsed = v.safeParse(Answers, outcomes)
      if (!parsed.success) return null
      const [{ result }] = parsed.output
      return { isRightChain: result.chain_id === reference, head: result.sync_info.latest_block_height }
    },
  }
}
