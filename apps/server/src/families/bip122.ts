import { bitcoinVerifier } from '@foyer/bitcoin/verify'
import { bitcoin, bitcoinTestnet } from '@foyer/core/networks'
import { nativeTokens } from '@foyer/core/wire'
import * as v from 'valibot'
import { UpstreamError } from '../chains/UpstreamError.js'
import { createEsploraHistory } from '../history/engines/esplora.js'
import {
  asWritten,
  byCost,
  byKey,
  checkByTwo,
  Height,
  type OfChain,
  presetOf,
  type ReadHoldings,
  type ServerFamily,
} from './family.js'

const methods = byCost({
  1: `
    decoderawtransaction decodescript estimatesmartfee getbestblockhash getblockchaininfo getblockcount
    getblockhash getblockheader getchaintxstats getdifficulty getmempoolentry getmempoolinfo gettxout
    validateaddress`,
  4: 'getrawtransaction',
  10: 'getblockfilter sendrawtransaction testmempoolaccept',
  20: 'getblock getblockstats gettxoutproof',
})

const pattern = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|[123mn][1-9A-HJ-NP-Za-km-z]{24,34})$/

/** Whether a text is written in bech32, or in the older forms. */
export const isBitcoinAddress = (address: string): boolean => pattern.test(address)

/** Bitcoin. Its own nodes keep no accounts, so an Esplora is asked about them. */
export const bip122: ServerFamily = {
  id: 'bip122',
  addresses: {
    ...asWritten('bip122'),
    is: isBitcoinAddress,
    key: (address) => (/^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address),
  },
  coin: nativeTokens.bip122,
  nodes: {
    methods,
    sending: ['sendrawtransaction'],
    /** @see BIP-122: a reference is the first 32 digits of the genesis block's hash */
    check: (reference) =>
      checkByTwo({
        calls: [{ method: 'getblockhash', params: [0] }, { method: 'getblockcount' }],
        name: v.string(),
        isRight: (genesis) => genesis.startsWith(reference),
        head: Height,
        mostBehind: 1,
      }),
  },
  holdings,
  history: ({ chain: { id: chainId, esplora: url }, at, clock: { now } }) =>
    url === undefined ? null : createEsploraHistory({ chainId, url, provider: at(url), now }),
  verify: byKey(bitcoinVerifier()),
  rooms: new Set(),
  networks: [bitcoin, bitcoinTestnet].map(presetOf),
}

/** What an account can spend, in satoshis, confirmed or on its way. */
const Unspent = v.array(v.object({ value: Height }))

/** @see https://github.com/Blockstream/esplora/blob/master/API.md (`GET /address/:address/utxo`) */
function holdings({ chain: { esplora }, fetcherFor }: OfChain): ReadHoldings | null {
  if (esplora === undefined) return null
  const { host, origin } = new URL(esplora)
  const failed = (code: UpstreamError['code'], cause?: unknown) =>
    new UpstreamError({ code, host, delivered: true, cause })
  return async ({ account, tokens, signal }) => {
    const url = `${esplora.replace(/\/+$/, '')}/address/${encodeURIComponent(account)}/utxo`
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
