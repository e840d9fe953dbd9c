import type { ChainLog } from './block.js'
import type { ChainEvent } from './chainEvent.js'

/** The first topics of the logs that are read: the hashes of the events' signatures. */
export const topics = {
  /** Transfer(address,address,uint256) of ERC-20 and ERC-721 */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** TransferSingle(address,address,address,uint256,uint256) of ERC-1155 */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** TransferBatch(address,address,address,uint256[],uint256[]) of ERC-1155 */
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** Approval(address,address,uint256) of ERC-20 and ERC-721 */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** ApprovalForAll(address,address,bool) of ERC-721 and ERC-1155 */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** Swap(address,uint256,uint256,uint256,uint256,address) of Uniswap V2 */
  swapV2: '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
  /** Swap(address,address,int256,int256,uint160,uint128,int24) of Uniswap V3 */
  swapV3: '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
} as const

/** A batch of more is read as far as this: nothing that is shown has as many, and a log of 2 MB has 60,000. */
export const mostInBatch = 1_000

/**
 * Reads a log. Any contract can emit any log, so one that doesn't have the form of its event is no transfer.
 * @returns nothing for a log of another kind; several for a batch, of which no more than {@link mostInBatch}
 */
export function decodeLog(request: Pick<ChainLog, 'address' | 'topics' | 'data'>): readonly ChainEvent[] {
  const {
    address: contract,
    topics: [first, ...indexed],
    data,
  } = request
  const words = wordsOf(data)
  const [a, b, c] = indexed.map(toAddress)
  const one = (event: Omit<ChainEvent, 'contract'>): readonly ChainEvent[] => [{ contract, ...event }]
  const id = indexed[2] === undefined ? null : BigInt(indexed[2])
  const amount = words.at(0)
  switch (first) {
    case topics.transfer:
    case topics.approval: {
      if (!a || !b) return []
      const isTransfer = first === topics.transfer
      // The two standards share the event; ERC-721 has the token as a third topic, ERC-20 an amount behind.
      if (id !== null) return one({ kind: isTransfer ? 'erc721' : 'approval', tokenId: id, from: a, to: b, amount: 1n })
      return amount === undefined
        ? []
        : one({ kind: isTransfer ? 'erc20' : 'approval', tokenId: null, from: a, to: b, amount })
    }
    case topics.approvalForAll:
      return a && b && (amount === 0n || amount === 1n)
        ? one({ kind: 'approvalForAll', tokenId: null, from: a, to: b, amount })
        : []
    case topics.transferSingle: {
      const [tokenId, moved] = [words.at(0), words.at(1)]
      if (!b || !c || tokenId === undefined || moved === undefined) return []
      return one({ kind: 'erc1155', tokenId, from: b, to: c, amount: moved })
    }
    case topics.transferBatch: {
      if (!b || !c) return []
      const [tokenIds, amounts] = [arrayAt(words, 0), arrayAt(words, 1)]
      if (tokenIds === null || amounts?.length !== tokenIds.length) return []
      return Array.from({ length: Math.min(tokenIds.length, mostInBatch) }, (_, index) => index).flatMap((index) => {
        const [tokenId, moved] = [words.at(tokenIds.start + index), words.at(amounts.start + index)]
        return tokenId === undefined || moved === undefined
          ? []
          : one({ kind: 'erc1155', tokenId, from: b, to: c, amount: moved })
      })
    }
    case topics.swapV2:
    case topics.swapV3:
      return a && b ? one({ kind: 'swap', tokenId: null, from: a, to: b, amount: 0n }) : []
    default:
      return []
  }
}

/** @returns null for a topic that is no address, which has 12 empty bytes before it */
const toAddress = (topic: string): string | null => (/^0x0{24}/.test(topic) ? `0x${topic.slice(26)}` : null)

/** The 32-byte words of data; an odd rest is left out. */
interface WordsOfData {
  readonly count: number
  readonly at: (index: number) => bigint | undefined
}

/** Each is read as it is asked for: of a stranger's long log only what is looked at. */
function wordsOf(data: string): WordsOfData {
  const count = Math.floor((data.length - 2) / 64)
  const at = (index: number) => (index < count ? BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index)}`) : undefined)
  return { count, at }
}

/** Reads where an array of numbers begins, whose offset is the word at `at`, and how many it has. @see the Solidity ABI, dynamic types */
function arrayAt(words: WordsOfData, at: number): { readonly start: number; readonly length: number } | null {
  const offset = words.at(at)
  if (offset === undefined || offset % 32n !== 0n || offset / 32n >= BigInt(words.count)) return null
  const start = Number(offset / 32n) + 1
  const length = words.at(start - 1)
  return length === undefined || length > BigInt(words.count - start) ? null : { start, length: Number(length) }
}
