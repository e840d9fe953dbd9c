import type { Fact, WalletNetwork } from '@foyer/core/words'
import {
  type Address,
  decodeAbiParameters,
  getAddress,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  isHash,
  isHex,
  type Log,
  size,
  slice,
  type TransactionReceipt,
} from 'viem'
import { getBalance, getTransaction, getTransactionCount, waitForTransactionReceipt } from 'viem/actions'
import { amountOf, coinOf, readToken } from '../contracts/tokens.js'
import { inParts } from '../inParts.js'
import { nodeOf } from './chain.js'
import { countOf } from './counted.js'
import type { Moved } from './flow.js'

/**
 * The outcome of a transaction: whether it took effect, and what the account has got by it; unknown where no block has
 * it in time.
 */
export interface CameBy {
  readonly status: 'done' | 'failed' | 'unknown'
  readonly facts: readonly Fact[]
}

const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const oneOfMany = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const severalOfMany = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** More tokens than these aren't named. */
const mostNamed = 10

/** Waits until a block has a transaction, for so long at most, and reads what came by it from its logs. Never rejects: what can't be read is unknown. */
export async function cameBy({
  network,
  hash,
  address: account,
  waitMs = 60_000,
}: {
  readonly network: WalletNetwork
  readonly hash: string
  readonly address: string
  readonly waitMs?: number | undefined
}): Promise<CameBy> {
  if (!isHash(hash)) return unknown
  const address = getAddress(account)
  try {
    const receipt = await waitForTransactionReceipt(nodeOf(network), { hash, pollingInterval: 1_000, timeout: waitMs })
    if (receipt.status === 'reverted') return { status: 'failed', facts: [] }
    const [tokens, coins] = await Promise.all([
      tokensIn(receipt.logs, address, network),
      // A node may keep nothing of the block before.
      coinsOf(receipt, address, network).catch(() => []),
    ])
    return { status: 'done', facts: [...coins, ...tokens] }
  } catch {
    return unknown // no block has it in time, or the node doesn't say
  }
}

const unknown: CameBy = { status: 'unknown', facts: [] }

interface Transfer {
  readonly from: Address
  readonly to: Address
  readonly contract: Address
  /** Undefined for a token of which each is as good as another. */
  readonly id?: bigint
  readonly amount: bigint
}

/** The tokens of which more came than went. */
async function tokensIn(logs: readonly Log[], address: Address, network: WalletNetwork): Promise<readonly Fact[]> {
  const sums = new Map<string, Transfer>()
  for (const each of logs.flatMap(transfersIn)) {
    const way = (isAddressEqual(each.to, address) ? 1n : 0n) - (isAddressEqual(each.from, address) ? 1n : 0n)
    const key = `${each.contract} ${each.id}`
    sums.set(key, { ...each, amount: (sums.get(key)?.amount ?? 0n) + way * each.amount })
  }
  const came = [...sums.values()].filter(({ amount }) => amount > 0n).slice(0, mostNamed)
  return inParts(came, async ({ contract, id, amount }) => {
    const token = await readToken(network, contract)
    const moved: Moved =
      id === undefined ? { token, amount } : { token: { ...token, isNft: true }, amount: id, count: amount }
    return countOf(moved, 'request.get')
  })
}

function transfersIn({ address, topics, data }: Log): readonly Transfer[] {
  const [event, first, second, third] = topics
  const contract = getAddress(address)
  if (event === transferred && first && second) {
    const parties = { contract, from: addressIn(first), to: addressIn(second) }
    if (third) return [{ ...parties, id: hexToBigInt(third), amount: 1n }]
    return size(data) === 32 ? [{ ...parties, amount: hexToBigInt(data) }] : []
  }
  if (!second || !third) return []
  const parties = { contract, from: addressIn(second), to: addressIn(third) }
  if (event === oneOfMany) {
    const [id, amount] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)
    return [{ ...parties, id, amount }]
  }
  if (event !== severalOfMany) return []
  const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
  return ids.map((id, index) => ({ ...parties, id, amount: amounts[index] ?? 0n }))
}

const addressIn = (topic: Hex): Address => getAddress(slice(topic, 12))

/** Coins leave no log: what came of them is what the account has more than it would have without, where it did nothing else in that block. */
async function coinsOf(
  { blockNumber, transactionHash, gasUsed, effectiveGasPrice, ...rest }: TransactionReceipt,
  address: Address,
  network: WalletNetwork,
): Promise<readonly Fact[]> {
  const node = nodeOf(network)
  const before = blockNumber - 1n
  const [had, has, countBefore, count, { value }] = await Promise.all([
    getBalance(node, { address, blockNumber: before }),
    getBalance(node, { address, blockNumber }),
    getTransactionCount(node, { address, blockNumber: before }),
    getTransactionCount(node, { address, blockNumber }),
    getTransaction(node, { hash: transactionHash }),
  ])
  if (count !== countBefore + 1) return []
  // What its data took on a rollup, as its node writes it.
  const ofRollup = 'l1Fee' in rest && isHex(rest.l1Fee) ? hexToBigInt(rest.l1Fee) : 0n
  const came = has - had + value + gasUsed * effectiveGasPrice + ofRollup
  return came > 0n ? [amountOf(came, coinOf(network), 'request.get')] : []
}
