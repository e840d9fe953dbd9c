import { type ApprovalsReply, limits, type OpenApproval } from '@foyer/core/wire'
import { getAddress } from 'viem'
import type { Chain, Chains } from '../chains/chains.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import type { Orm } from '../db/database.js'
import { ChainUnavailableError } from '../errors/refusals.js'
import { evmAccount } from '../history/evmAccount.js'
import type { WholeHistory } from '../history/wholeHistory.js'
import { isLure, isSpamToken } from '../tokens/isSpamToken.js'
import { type Token, tokenKey } from '../tokens/token.js'
import type { Tokens } from '../tokens/tokens.js'
import { approvalsInIndex } from './approvalsInIndex.js'
import { knownSpenders } from './knownSpenders.js'
import { type OpenOnChain, readOpen } from './readOpen.js'

export interface OpenApprovals {
  /**
   * What others may take of an account: candidates out of the index, each checked against the chain. Of a network that isn't followed none
   * is known, and the answer says so.
   * @throws InvalidInputError · UnknownChainError · {@link ChainUnavailableError}
   */
  of(request: {
    /** as the client wrote it */
    address: string
    /** CAIP-2 */
    chainId: string
    signal: AbortSignal
  }): Promise<ApprovalsReply>
}

export interface OpenApprovalsParameters {
  orm: Orm
  chains: Chains
  tokens: Tokens
  whole: WholeHistory
}

export function createOpenApprovals({ orm, chains, tokens, whole }: OpenApprovalsParameters): OpenApprovals {
  return {
    async of({ address, chainId, signal }) {
      const chain = chains.get(chainId)
      const account = evmAccount({ chain, address })
      if (account === null || chain.index === undefined) return { known: false, approvals: [] }
      try {
        const isWhole = (await whole.of({ chain, address: account, signal })) === 'all'
        const found = await approvalsInIndex({ orm, chainId: chain.id, address: account, most: limits.approvals + 1 })
        const approvals = found.slice(0, limits.approvals)
        const { open, names } = await readOpen({ chain, account: getAddress(account), approvals, signal })
        const facts = { chain, names, ...(await readTokensOf({ chain, tokens, open, signal })) }
        const isAll = isWhole && found.length === approvals.length
        return { known: isAll, approvals: open.map((each) => toApproval({ ...facts, ...each })) }
      } catch (cause) {
        if (cause instanceof UpstreamError) throw new ChainUnavailableError({ chainId: chain.id, cause })
        throw cause
      }
    },
  }
}

interface Facts {
  chain: Chain
  /** of collections */
  names: ReadonlyMap<string, string>
  tokens: ReadonlyMap<string, Token>
  listed: readonly Token[]
}

async function readTokensOf({
  chain,
  tokens,
  open,
  signal,
}: Pick<OpenApprovalsParameters, 'tokens'> & {
  chain: Chain
  open: readonly OpenOnChain[]
  signal: AbortSignal
}): Promise<Pick<Facts, 'tokens' | 'listed'>> {
  const addresses = open.flatMap(({ approval }) => (approval.kind === 'token' ? [approval.contract] : []))
  return { tokens: await tokens.of({ chain, addresses, signal }), listed: tokens.listed(chain) }
}

function toApproval({ chain, names, tokens, listed, approval, amount }: Facts & OpenOnChain): OpenApproval {
  const { kind, contract, tokenId, spender, isOwn } = approval
  const spenderName = knownSpenders(chain).get(spender)
  const who = {
    contract: getAddress(contract),
    spender: getAddress(spender),
    ...(spenderName !== undefined && { spenderName }),
  }
  if (kind === 'token') {
    const token = tokens.get(tokenKey({ chain, address: contract }))
    const { name = '', symbol = '', decimals = 0, iconUrl = '' } = token ?? {}
    // What a contract says in the account's name, without its having asked, leads to the contract: it may be what is to be reached.
    const isSpam = token?.listed !== true && (!isOwn || (token !== undefined && isSpamToken({ token, listed })))
    return { ...who, kind, amount: String(amount), name, symbol, decimals, iconUrl, isSpam }
  }
  const name = names.get(contract) ?? ''
  const isSpam = !isOwn || isLure(name)
  return kind === 'nft' ? { ...who, kind, tokenId: String(tokenId), name, isSpam } : { ...who, kind, name, isSpam }
}
