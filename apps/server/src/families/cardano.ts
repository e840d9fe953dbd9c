import { isGenesisOf, koiosPaths, parseAddress } from '@foyer/cardano/wire'
import { nativeTokens } from '@foyer/core/wire'
import * as v from 'valibot'
import { asWritten, byCost, type ChainPreset, checkByTwo, Height, type ServerFamily } from './family.js'

/** The kits' calls to Koios, by names of their own: it has paths. */
const methods = byCost({
  1: 'koios_genesis koios_protocolParameters koios_tip',
  2: 'koios_addressInfo koios_transaction koios_utxos',
  10: 'koios_sendTransaction',
})

const Genesis = v.tuple([v.object({ networkmagic: v.pipe(v.union([v.string(), v.number()]), v.transform(String)) })])
const Tip = v.pipe(
  v.tuple([v.object({ block_no: v.optional(Height), block_height: v.optional(Height) })]),
  v.transform(([{ block_no, block_height }]) => block_height ?? block_no ?? 0),
)

const preset = (reference: string, name: string, symbol: string, explorer: string): ChainPreset => ({
  ...{ id: `cip34:${reference}`, name },
  nativeCurrency: { name: 'Cardano', symbol, decimals: 6 },
  explorerUrl: `https://${explorer}cardanoscan.io`,
})

/** Cardano, by the paths of Koios. */
export const cardano: ServerFamily = {
  id: 'cip34',
  addresses: {
    ...asWritten('cip34'),
    is: (address) => parseAddress(address) === address,
    complete: (address) => address.toLowerCase(),
    key: (address) => address.toLowerCase(),
  },
  coin: nativeTokens.cip34,
  nodes: {
    methods,
    sending: ['koios_sendTransaction'],
    paths: koiosPaths,
    check: (reference) =>
      checkByTwo({
        calls: [{ method: 'koios_genesis' }, { method: 'koios_tip' }],
        name: Genesis,
        isRight: ([{ networkmagic }]) => isGenesisOf(`cip34:${reference}`, networkmagic),
        head: Tip,
        mostBehind: 5,
      }),
  },
  rooms: new Set(),
  networks: [
    preset('1-764824073', 'Cardano', 'ADA', ''),
    preset('0-1', 'Cardano Preprod', 'tADA', 'preprod.'),
    preset('0-2', 'Cardano Preview', 'tADA', 'preview.'),
  ],
}
