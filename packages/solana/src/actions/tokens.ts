import type { TokenBalance } from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { parseAddress } from '../transaction/address.js'
import { tokenPrograms } from '../transaction/programs.js'
import type { Asking } from './chain.js'
import { Accounts, type Mint, mintIn, type ParsedAccount, type TokenAccount, TokenAccounts } from './chainAnswers.js'

/** So many accounts at most are asked for in one call (`getMultipleAccounts`). */
const mostAccounts = 100

/** Accounts as the node reads them, in their order. */
export async function accountsOf({
  chain,
  addresses,
  signal,
}: Asking & { readonly addresses: readonly string[] }): Promise<readonly (ParsedAccount | undefined)[]> {
  const { commitment } = chain
  const chunks = Array.from({ length: Math.ceil(addresses.length / mostAccounts) }, (_, index) =>
    addresses.slice(index * mostAccounts, (index + 1) * mostAccounts),
  )
  const found = await Promise.all(
    chunks.map(async (chunk) => {
      const params = [chunk, { commitment, encoding: 'jsonParsed' }]
      const { value } = await chain.ask({ method: 'getMultipleAccounts', params, schema: Accounts, signal })
      return chunk.map((_, index) => value[index] ?? undefined)
    }),
  )
  return found.flat()
}

/** An owner's accounts of tokens: of one mint, or of all, in both programs. */
export async function tokenAccountsOf({
  chain,
  owner,
  mint,
  signal,
}: Asking & { readonly owner: string; readonly mint?: string | undefined }): Promise<readonly TokenAccount[]> {
  const filters = mint === undefined ? tokenPrograms.map((programId) => ({ programId })) : [{ mint }]
  const { commitment } = chain
  const found = await Promise.all(
    filters.map((filter) =>
      chain.ask({
        method: 'getTokenAccountsByOwner',
        params: [owner, filter, { commitment, encoding: 'jsonParsed' }],
        schema: TokenAccounts,
        signal,
      }),
    ),
  )
  return found.flatMap(({ value }) => value)
}

/**
 * Reads an account's balances of the named tokens, or of all that it has accounts of, those of one mint as one. What
 * has no decimals is counted by the piece and no token to list [S5.15]: it is listed only where it is named. A mint
 * that says nothing of itself is shown by its address.
 */
export async function tokenBalances({
  chain,
  address,
  tokens,
  signal,
}: Asking & {
  readonly address: string
  readonly tokens?: readonly string[] | undefined
}): Promise<readonly TokenBalance[]> {
  const held = await tokenAccountsOf({ chain, owner: address, signal })
  const amounts = new Map<string, bigint>()
  for (const { mint, amount, decimals } of held) {
    const isListed = tokens ? tokens.includes(mint) : decimals > 0 && amount > 0n
    if (isListed) amounts.set(mint, (amounts.get(mint) ?? 0n) + amount)
  }
  const wanted = tokens?.filter((each) => parseAddress(each) !== undefined) ?? [...amounts.keys()]
  const mints = await accountsOf({ chain, addresses: wanted, signal })
  return wanted.flatMap((mint, index): readonly TokenBalance[] => {
    const account = mints[index]
    const known = account && mintIn(account)
    return known ? [{ address: mint, value: amounts.get(mint) ?? 0n, ...shown({ mint, ...known }) }] : []
  })
}

/** A token's own words: without what isn't seen or turns the text around it [F14], and not endless. */
function shown({ mint, name, symbol, decimals }: Mint & { readonly mint: string }) {
  const short = shortenAddress({ address: mint })
  const ownSymbol = plain(symbol, 32)
  return { decimals, symbol: ownSymbol || short, name: plain(name, 100) || ownSymbol || short }
}

const plain = (text = '', most: number): string =>
  [...text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, most).join('')
