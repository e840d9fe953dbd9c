import { type Address, getAddress, parseAbi } from 'viem'
import type { Chain } from '../chains/chains.js'
import { addressOf, readOf, wordOf } from '../contracts/answers.js'
import { type Read, readContracts } from '../contracts/readContracts.js'
import { nameOf } from '../nfts/readHeld.js'
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

/** The open approvals, and the collections' own names, fit to be shown, by address. */
export interface ReadOpen {
  readonly open: readonly OpenOnChain[]
  readonly names: ReadonlyMap<string, string>
}

/**
 * Asks the contracts what is still open. What reverts grants nothing.
 * @throws UpstreamError
 */
export async function readOpen(request: {
  chain: Chain
  account: Address
  approvals: readonly ApprovalInIndex[]
  signal: AbortSignal
}): Promise<ReadOpen> {
  const { chain, account, approvals, signal } = request
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

/** At the same address on every network, no matter who put it there, as the address follows from the code (CREATE2). */
const everywhere: readonly (readonly [address: string, name: string])[] = [
  ['0x000000000022d473030f116ddee9f6b43ac78ba3', 'Permit2'],
  ['0x00000000000000adc04c56bf30ac9d3c0aaf14dc', 'Seaport 1.5'],
  ['0x0000000000000068f116a894984e2db1123eb395', 'Seaport 1.6'],
  ['0x0000000000001ff3684f28c67538d4d072c22734', '0x'],
]

const onEthereum: readonly (readonly [address: string, name: string])[] = [
  ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', 'Uniswap V2'],
  ['0xe592427a0aece92de3edee1f18e0157c05861564', 'Uniswap V3'],
  ['0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45', 'Uniswap V3'],
  ['0x1e0049783f008a0085193e00003d00cd54003c71', 'OpenSea'],
  ['0x1111111254eeb25477b68fb85ed929f73a960582', '1inch'],
  ['0x111111125421ca6dc452d289314280a0f8842a65', '1inch'],
  ['0xdef1c0ded9bec7f1a1670819833240f027b25eff', '0x'],
  ['0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', 'Aave V3'],
]

/** By which this server swaps on a network. */
function ownSpenders({ name, swaps }: Pick<Chain, 'name' | 'swaps'>): readonly (readonly [string, string])[] {
  if (swaps === undefined) return []
  if (swaps.venue === '0x') return [[swaps.allowanceHolder, '0x']]
  if (swaps.venue === 'uniswap-v3') return [[swaps.router, 'Uniswap V3']]
  const { router, feeRouter } = swaps
  return [[router, 'Uniswap V2'], ...(feeRouter === undefined ? [] : [[feeRouter, `Swaps on ${name}`] as const])]
}

/** Returns the names of contracts that visitors approve, by address in lower case: those by which this server swaps, and known ones. */
export function knownSpenders({ id, name, swaps }: Pick<Chain, 'id' | 'name' | 'swaps'>): ReadonlyMap<string, string> {
  const known = [...everywhere, ...(id === 'eip155:1' ? onEthereum : []), ...ownSpenders({ name, swaps })]
  return new Map(known.map(([address, called]) => [address.toLowerCase(), called]))
}
