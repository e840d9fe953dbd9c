import { type Address, getAddress, parseAbi } from 'viem'
import type { Chain } from '../chains/chains.js'
import { addressOf, wordOf } from '../contracts/answers.js'
import { type Read, readContracts } from '../contracts/readContracts.js'
import { nameOf } from '../nfts/readHeld.js'
import { readOf } from '../swaps/contractRead.js'
import type { ApprovalInIndex } from './approvalsInIndex.js'

const abi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function getApproved(uint256 tokenId) view returns (address)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function name() view returns (string)',
])

/** An approval as the chain has it now. */
export interface OpenOnChain {
  readonly approval: ApprovalInIndex
  /** of a token: how much may still be taken, in the smallest unit; else 1 */
  readonly amount: bigint
}

/** What is open now, and what collections call themselves, fit to be shown, by address. */
export interface ReadOpen {
  readonly open: readonly OpenOnChain[]
  readonly names: ReadonlyMap<string, string>
}

/**
 * Asks the contracts what is still open. What reverts grants nothing.
 * @throws UpstreamError
 */
export async function readOpen({
  chain,
  account,
  approvals,
  signal,
}: {
  chain: Chain
  account: Address
  approvals: readonly ApprovalInIndex[]
  signal: AbortSignal
}): Promise<ReadOpen> {
  const asked = approvals.map((approval) => ({ approval, reads: readsOf({ account, approval }) }))
  const collections = [...new Set(approvals.flatMap(({ kind, contract }) => (kind === 'token' ? [] : [contract])))]
  const named = collections.map((contract) => readOf({ to: getAddress(contract), abi, functionName: 'name' }))
  const answers = await readContracts({ chain, reads: [...asked.flatMap(({ reads }) => reads), ...named], signal })
  const rest = [...answers]
  const open = asked.flatMap(({ approval, reads }) => {
    const [answer, owner] = rest.splice(0, reads.length)
    const own = account.toLowerCase()
    const isOpenNft = addressOf(answer) === approval.spender && addressOf(owner) === own
    const amount = approval.kind === 'nft' ? (isOpenNft ? 1n : 0n) : (wordOf(answer) ?? 0n)
    return amount > 0n ? [{ approval, amount }] : []
  })
  return { open, names: new Map(collections.map((contract, index) => [contract, nameOf(rest[index])])) }
}

function readsOf({ account, approval }: { account: Address; approval: ApprovalInIndex }): readonly Read[] {
  const { kind, contract, spender, tokenId } = approval
  const to = getAddress(contract)
  switch (kind) {
    case 'token':
      return [readOf({ to, abi, functionName: 'allowance', args: [account, getAddress(spender)] })]
    case 'collection':
      return [readOf({ to, abi, functionName: 'isApprovedForAll', args: [account, getAddress(spender)] })]
    case 'nft':
      // An approval of what was given away since went with it.
      return [
        readOf({ to, abi, functionName: 'getApproved', args: [tokenId] }),
        readOf({ to, abi, functionName: 'ownerOf', args: [tokenId] }),
      ]
  }
}
