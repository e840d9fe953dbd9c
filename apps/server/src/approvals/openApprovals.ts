import { type ApprovalsReply, limits, type OpenApproval } from '@foyer/core/wire'
import type { Orm } from '@foyer/service/db/database'
import { getAddress } from 'viem'
import type { Chain, Chains } from '../chains/chains.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import type { HistoryEngine } from '../history/engines/engine.js'
import { indexAccount } from '../history/indexAccount.js'
import { isWholeHistory } from '../history/wholeHistory.js'
import { InconsistentNodeError } from '../indexer/errors.js'
import { ProviderError } from '../provider/ProviderError.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { isLure, isSpamToken } from '../tokens/isSpamToken.js'
import type { Token } from '../tokens/token.js'
import { tokenKey } from '../tokens/tokenKey.js'
import type { Tokens } from '../tokens/tokens.js'
import { type ApprovalInIndex, approvalsInIndex, approvalsOfEngine } from './approvalsInIndex.js'
import { knownSpenders, type OpenOnChain, readOpen } from './readOpen.js'

export interface OpenApprovals {
  /**
   * Lists an account's approvals: candidates out of the index, or of the network's engine, each checked against the chain. Of a
   * network that has neither none is known, and the answer says so.
   * @throws InvalidInputError · UnknownChainError · {@link ChainUnavailableError}
   */
  of(request: {
    /** as the client wrote it */
    address: string
    /** CAIP-2 */
    chainId: string
    /** whose question it is, as `clientKey` gives it */
    client: string
    signal: AbortSignal
  }): Promise<ApprovalsReply>
}

export interface OpenApprovalsParameters {
  orm: Orm
  chains: Chains
  tokens: Tokens
  /** by network */
  engines: ReadonlyMap<string, HistoryEngine>
}

export function createOpenApprovals({ orm, chains, tokens, engines }: OpenApprovalsParameters): OpenApprovals {
  return {
    async of({ address, chainId, client, signal }) {
      const chain = chains.get(chainId)
      const account = indexAccount({ chain, address })
      if (account === null) return { known: false, approvals: [] }
      try {
        const engine = engines.get(chain.id)
        const { approvals, isWhole } = await candidates({ orm, chain, tokens, engine, account, client, signal })
        const { open, names } = await readOpen({ chain, account: getAddress(account), approvals, signal })
        const facts = { chain, names, ...(await readTokensOf({ chain, tokens, open, signal })) }
        return { known: isWhole, approvals: open.map((each) => toApproval({ ...facts, ...each })) }
      } catch (cause) {
        if (!isAway(cause)) throw cause
        throw new ChainUnavailableError({ chainId: chain.id, cause })
      }
    },
  }
}

const isAway = (cause: unknown) =>
  cause instanceof UpstreamError || cause instanceof ProviderError || cause instanceof InconsistentNodeError

interface Candidates {
  orm: Orm
  chain: Chain
  tokens: Pick<Tokens, 'listed'>
  engine: HistoryEngine | undefined
  account: string
  client: string
  signal: AbortSignal
}

/** @returns and whether there can be no others */
async function candidates({
  orm,
  chain,
  tokens,
  engine,
  account,
  client,
  signal,
}: Candidates): Promise<{ readonly approvals: readonly ApprovalInIndex[]; readonly isWhole: boolean }> {
  const most = limits.approvals
  if (chain.index === undefined) {
    if (engine === undefined) return { approvals: [], isWhole: false }
    return approvalsOfEngine({ chain, engine, account, most, client, signal })
  }
  const isWhole = await isWholeHistory({ orm, chain, signal })
  const listed = tokens.listed(chain).map((token) => token.address.toLowerCase())
  const found = await approvalsInIndex({ orm, chainId: chain.id, address: account, listed, most })
  return { approvals: found.approvals, isWhole: isWhole && found.isWhole }
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
