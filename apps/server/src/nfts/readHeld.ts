import { type Address, getAddress, type Hex, parseAbi } from 'viem'
import type { Chain } from '../chains/chains.js'
import { addressOf, readOf, wordOf } from '../contracts/answers.js'
import { readContracts } from '../contracts/readContracts.js'
import { toText } from '../tokens/readTokens.js'
import { showableText } from '../tokens/showableText.js'
import type { NftId } from './nft.js'

const abi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function name() view returns (string)',
])

const longestName = 100

/** An NFT as the chain has it now. */
export interface Held<Id extends NftId> {
  readonly id: Id
  /** 0 where the account hasn't got it */
  readonly amount: bigint
  /** what its contract calls itself, fit to be shown; '' for nothing */
  readonly collection: string
}

/**
 * Asks the contracts how many of each an account has. One that reverts, or is no contract of NFTs, has none.
 * @throws UpstreamError
 */
export async function readHeld<Id extends NftId>({
  chain,
  account,
  ids,
  signal,
}: {
  chain: Chain
  account: Address
  ids: readonly Id[]
  signal: AbortSignal
}): Promise<readonly Held<Id>[]> {
  const contracts = [...new Set(ids.map(({ contract }) => contract))]
  const reads = [
    ...ids.map(({ standard, contract, tokenId }) =>
      standard === 'erc721'
        ? readOf({ to: getAddress(contract), abi, functionName: 'ownerOf', args: [tokenId] })
        : readOf({ to: getAddress(contract), abi, functionName: 'balanceOf', args: [account, tokenId] }),
    ),
    ...contracts.map((contract) => readOf({ to: getAddress(contract), abi, functionName: 'name' })),
  ]
  const answers = await readContracts({ chain, reads, signal })
  const names = new Map(contracts.map((contract, index) => [contract, nameOf(answers[ids.length + index])]))
  return ids.map((id, index) => {
    const answer = answers[index]
    const amount = id.standard === 'erc721' ? oneIf(addressOf(answer) === account.toLowerCase()) : wordOf(answer)
    return { id, amount: amount ?? 0n, collection: names.get(id.contract) ?? '' }
  })
}

const oneIf = (isOwn: boolean): bigint => (isOwn ? 1n : 0n)

/** Returns a contract's own name, which is a stranger's text. @see F14 */
export const nameOf = (answer: Hex | null | undefined): string =>
  showableText({ text: toText(answer ?? null), longest: longestName })
