import { limits } from '@foyer/core/wire'
import { type Abi, type Address, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { addressOf, wordOf } from '../contracts/answers.js'
import { decodeLog } from '../indexer/decodeLog.js'
import type { CallLog, EvmCall } from './evmNode.js'

/** Something of an account's, whose state is read before and afterwards. */
export type Watched =
  | { readonly kind: 'coin' }
  | { readonly kind: 'token'; readonly contract: Address }
  /** ERC-721: whose it is. */
  | { readonly kind: 'nft'; readonly contract: Address; readonly tokenId: bigint }
  /** ERC-1155: how many of it. */
  | { readonly kind: 'edition'; readonly contract: Address; readonly tokenId: bigint }
  | { readonly kind: 'allowance'; readonly contract: Address; readonly spender: Address }
  | { readonly kind: 'operator'; readonly contract: Address; readonly spender: Address }
  /** The recipient's balance of a token that is sent to them: it may keep a part. */
  | { readonly kind: 'received'; readonly contract: Address; readonly owner: Address }

/** In the simulation alone, a contract stands here that answers with the balance of the address that it is given: nothing else says that in the middle of calls. */
export const balanceReader: Address = '0x00000000000000000000000000000000000BA1A2'
/** PUSH1 0, CALLDATALOAD, BALANCE, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN. */
export const balanceCode: Hex = '0x6000353160005260206000f3'

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])

/** The sender of what only reads: an address without an owner. */
export const reader: Address = '0x0000000000000000000000000000000000000001'

/** The call by which a state is read. */
export function readingOf(watched: Watched, account: Address): EvmCall {
  if (watched.kind === 'coin') {
    return { from: reader, to: balanceReader, data: `0x${account.slice(2).padStart(64, '0')}` }
  }
  const data = encodeFunctionData<Abi>({ abi, ...functionOf(watched, account) })
  return { from: reader, to: watched.contract, data }
}

function functionOf(watched: Exclude<Watched, { readonly kind: 'coin' }>, account: Address) {
  switch (watched.kind) {
    case 'token':
      return { functionName: 'balanceOf', args: [account] }
    case 'received':
      return { functionName: 'balanceOf', args: [watched.owner] }
    case 'nft':
      return { functionName: 'ownerOf', args: [watched.tokenId] }
    case 'edition':
      return { functionName: 'balanceOf', args: [account, watched.tokenId] }
    case 'allowance':
      return { functionName: 'allowance', args: [account, watched.spender] }
    case 'operator':
      return { functionName: 'isApprovedForAll', args: [account, watched.spender] }
  }
}

/** An answer as a number: of an NFT 1 where it is the account's. What can't be read, or isn't there, is none. */
export function stateIn({
  watched,
  answer,
  account,
}: {
  watched: Watched
  answer: Hex | null
  account: Address
}): bigint {
  if (watched.kind === 'nft') return addressOf(answer) === account.toLowerCase() ? 1n : 0n
  return wordOf(answer) ?? 0n
}

/**
 * Returns what may have changed for an account by calls' records. They only name it: how much of it moved is read from the contracts, and not believed.
 * A contract that names the account in some other way, as a coin's wrapped form does, is asked for its balance too.
 */
export function watchedIn({ logs, account }: { logs: readonly CallLog[]; account: Address }): readonly Watched[] {
  const own = account.toLowerCase()
  const found = new Map<string, Watched>([['coin', { kind: 'coin' }]])
  const add = (watched: Exclude<Watched, { readonly kind: 'coin' }>) => {
    const rest = 'spender' in watched ? watched.spender : 'tokenId' in watched ? watched.tokenId : ''
    found.set(`${watched.kind} ${watched.contract} ${rest}`, watched)
  }
  for (const log of logs) {
    const contract = getAddress(log.address)
    const events = decodeLog({ ...log, topics: [...log.topics] })
    for (const { kind, from, to, tokenId } of events) {
      if (from.toLowerCase() !== own && to.toLowerCase() !== own) continue
      if (kind === 'erc20') add({ kind: 'token', contract })
      if (kind === 'erc721' && tokenId !== null) add({ kind: 'nft', contract, tokenId })
      if (kind === 'erc1155' && tokenId !== null) add({ kind: 'edition', contract, tokenId })
      if (from.toLowerCase() !== own) continue
      if (kind === 'approval' && tokenId === null) add({ kind: 'allowance', contract, spender: getAddress(to) })
      if (kind === 'approvalForAll') add({ kind: 'operator', contract, spender: getAddress(to) })
    }
    const isNamed = log.topics.some((topic) => topic.slice(26).toLowerCase() === own.slice(2))
    if (events.length === 0 && isNamed) add({ kind: 'token', contract })
  }
  // Where nodes record what moves of the coin, they give it an address that no contract has.
  return [...found.values()]
    .filter((each) => each.kind === 'coin' || !/^0xe{40}$/i.test(each.contract))
    .slice(0, limits.simulatedChanges)
}

/** `transfer` and `transferFrom`, with the place of the recipient among their arguments. */
const sendings = [
  { selector: '0xa9059cbb', place: 0 },
  { selector: '0x23b872dd', place: 1 },
] as const

/** Of each call that sends a token, what its recipient has of it. */
export const receivedOf = ({
  calls,
  account,
}: {
  calls: readonly { readonly to?: string | undefined; readonly data: string }[]
  account: Address
}): readonly Watched[] => {
  const found = new Map<string, Watched>()
  for (const { to, data } of calls) {
    const place = sendings.find(({ selector }) => data.startsWith(selector))?.place
    const word = place === undefined ? '' : data.slice(10 + place * 64, 74 + place * 64)
    if (to === undefined || word.length < 64) continue
    const [contract, owner] = [getAddress(to), getAddress(`0x${word.slice(24)}`)]
    if (owner !== account) found.set(`${contract} ${owner}`, { kind: 'received', contract, owner })
  }
  return [...found.values()].slice(0, limits.simulatedChanges)
}

/** Returns the allowances that may be used up, not always recorded: of tokens that moved, for the contracts that were called. */
export const allowancesOf = ({
  watched,
  calls,
}: {
  watched: readonly Watched[]
  calls: readonly { readonly to?: string | undefined }[]
}): readonly Watched[] => {
  const spenders = [...new Set(calls.flatMap(({ to }) => (to === undefined ? [] : [getAddress(to)])))]
  const has = (contract: Address, spender: Address) =>
    watched.some((each) => each.kind === 'allowance' && each.contract === contract && each.spender === spender)
  return watched.flatMap((each) =>
    each.kind === 'token'
      ? spenders.flatMap((spender): readonly Watched[] =>
          spender === each.contract || has(each.contract, spender)
            ? []
            : [{ kind: 'allowance', contract: each.contract, spender }],
        )
      : [],
  )
}
