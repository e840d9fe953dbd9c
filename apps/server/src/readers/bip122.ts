import { bitcoinVerifier } from '@foyer/bitcoin/verify'
import * as v from 'valibot'
import type { OfChain, ReadHoldings } from '../balances/readHoldings.js'
import { Height } from '../families/family.js'
import { createEsploraHistory } from '../history/engines/esplora.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { byKey, type FamilyReaders } from './reader.js'

/** Bitcoin's own nodes keep no accounts, so an Esplora is asked about them. */
export const bip122: FamilyReaders = {
  holdings,
  history: ({ chain: { id: chainId, esplora: url }, at, clock: { now } }) =>
    url === undefined ? null : createEsploraHistory({ chainId, url, provider: at(url), now }),
  verify: byKey(bitcoinVerifier()),
}

/** The outputs that an account can spend, in satoshis, confirmed or on their way. */
const Unspent = v.array(v.object({ value: Height }))

/** @see https://github.com/Blockstream/esplora/blob/master/API.md (`GET /address/:address/utxo`) */
function holdings({ chain: { esplora }, fetcherFor }: OfChain): ReadHoldings | null {
  if (esplora === undefined) return null
  const { host, origin } = new URL(esplora)
  const failed = (code: UpstreamError['code'], cause?: unknown) =>
    new UpstreamError({ code, host, delivered: true, cause })
  return async ({ account, tokens, signal }) => {
    const url = `${esplora.replace(/(?<!\/)\/+$/, '')}/address/${encodeURIComponent(account)}/utxo`
    const accept = ['application/json', 'text/plain']
    const { bytes } = await fetcherFor(origin)({ url, accept, signal }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw failed('unreachable', cause)
    })
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Unspent), new TextDecoder().decode(bytes))
    if (!parsed.success) throw failed('not_json_rpc')
    const coin = parsed.output.reduce((sum, { value }) => sum + BigInt(value), 0n)
    return { coin, amounts: tokens.map(() => 0n) }
  }
}
