import { bitcoin, bitcoinTestnet } from '@foyer/core/networks'
import { nativeTokens } from '@foyer/core/wire'
import * as v from 'valibot'
import { asWritten, byCost, checkByTwo, Height, presetOf, type ServerFamily } from './family.js'

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
const isBitcoinAddress = (address: string): boolean => pattern.test(address)

/** Bitcoin. */
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
  rooms: new Set(),
  networks: [bitcoin, bitcoinTestnet].map(presetOf),
}
