import * as v from 'valibot'
import { UpstreamError } from '../chains/UpstreamError.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import type { Tokens } from '../tokens/tokens.js'
import type { HoldingsReader } from './holdings.js'

/** What an account can spend, in satoshis, confirmed or on its way. */
const Unspent = v.array(v.object({ value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }))

export interface BitcoinHoldingsParameters {
  tokens: Tokens
  /** makes what fetches from an origin that the operator named */
  fetcherFor: (origin: string) => SafeFetch
}

/**
 * Reads a Bitcoin account from an Esplora, as the network's own nodes keep no accounts.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md (`GET /address/:address/utxo`)
 */
export const createBitcoinHoldings =
  ({ tokens, fetcherFor }: BitcoinHoldingsParameters): HoldingsReader =>
  async ({ chain, account, signal }) => {
    const [native] = tokens.listed(chain)
    const { esplora } = chain
    if (native === undefined || esplora === undefined) return []
    const failed = (code: UpstreamError['code'], cause?: unknown) =>
      new UpstreamError({ code, host: new URL(esplora).host, delivered: true, cause })
    const url = `${esplora.replace(/\/+$/, '')}/address/${encodeURIComponent(account)}/utxo`
    const accept = ['application/json', 'text/plain']
    const { bytes } = await fetcherFor(new URL(url).origin)({ url, accept, signal }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw failed('unreachable', cause)
    })
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Unspent), new TextDecoder().decode(bytes))
    if (!parsed.success) throw failed('not_json_rpc')
    return [{ token: native, amount: parsed.output.reduce((sum, { value }) => sum + BigInt(value), 0n), native: true }]
  }
