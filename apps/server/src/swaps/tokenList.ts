import { formatAccountId } from '@foyer/core/chain'
import type { SwapToken } from '@foyer/core/wire'
import { type Address, encodeFunctionData, getAddress, parseAbi, zeroAddress } from 'viem'
import type { Chain } from '../chains/chains.js'
import { readContracts } from '../contracts/readContracts.js'
import type { Tokens } from '../tokens/tokens.js'

const abi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
])

/** Of `Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)`. */
const permitTypehash = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'

/** What can be swapped on a network: its own coin, then the tokens that configuration names. */
export interface TokenList {
  /** @throws UpstreamError when the network doesn't answer */
  all(request: { signal: AbortSignal }): Promise<readonly SwapToken[]>
}

/** Which of the tokens take approvals by signature is asked once: code doesn't change. @see S7.7, S3.16; EIP-2612 */
export function createTokenList({ chain, tokens }: { chain: Chain; tokens: Pick<Tokens, 'listed'> }): TokenList {
  let known: ReadonlySet<string> | undefined
  return {
    async all({ signal }) {
      known ??= await readPermitting({ chain, signal })
      const permitting = known
      return tokens.listed(chain).map(({ name, symbol, address, decimals, iconUrl }) => ({
        name,
        symbol,
        address: formatAccountId({ networkId: chain.id, address }),
        decimals,
        logoUri: iconUrl,
        eip2612: permitting.has(address),
      }))
    },
  }
}

async function readPermitting({ chain, signal }: { chain: Chain; signal: AbortSignal }): Promise<ReadonlySet<string>> {
  const questions = [
    encodeFunctionData({ abi, functionName: 'DOMAIN_SEPARATOR' }),
    encodeFunctionData({ abi, functionName: 'nonces', args: [zeroAddress] }),
    encodeFunctionData({ abi, functionName: 'PERMIT_TYPEHASH' }),
  ]
  const reads = chain.tokens.flatMap(({ address }) =>
    questions.map((data) => ({ kind: 'call', to: lenient(address), data }) as const),
  )
  const answers = await readContracts({ chain, reads, signal })
  const permitting = chain.tokens.filter((_, index) => {
    const [domain, nonce, typehash] = answers.slice(questions.length * index, questions.length * (index + 1))
    // A token that names another kind of permit (DAI) has one of its own, older than the rule.
    return isWord(domain) && isWord(nonce) && (!isWord(typehash) || typehash === permitTypehash)
  })
  return new Set(permitting.map(({ address }) => address))
}

/** A function that isn't there gives nothing, also where a contract answers all that it doesn't know (WETH9). */
const isWord = (answer: string | null | undefined): boolean => answer?.length === 66

/** Configuration's addresses may have a case that is no checksum. */
const lenient = (address: string): Address => getAddress(address.toLowerCase())
