import { algodPaths, isGenesisOf, readAddress } from '@foyer/algorand/wire'
import { nativeTokens } from '@foyer/core/wire'
import * as v from 'valibot'
import { asWritten, byCost, type ChainPreset, Height, type ServerFamily } from './family.js'

/** The kits' calls to algod, by names of their own: it has paths. */
const methods = byCost({
  1: 'algod_params algod_status',
  2: 'algod_account algod_accountAsset algod_asset algod_pending',
  10: 'algod_sendTransaction',
})

const Params = v.object({ 'genesis-hash': v.string() })
const Status = v.object({ 'last-round': Height, 'catchup-time': v.literal(0) })

const preset = (reference: string, name: string, explorer: string): ChainPreset => ({
  ...{ id: `algorand:${reference}`, name },
  nativeCurrency: { name: 'Algorand', symbol: 'ALGO', decimals: 6 },
  explorerUrl: `https://lora.algokit.io/${explorer}`,
})

/** Algorand, by the paths of its nodes (algod). */
export const algorand: ServerFamily = {
  id: 'algorand',
  addresses: { ...asWritten('algorand'), is: (address) => readAddress(address) !== undefined },
  coin: nativeTokens.algorand,
  nodes: {
    methods,
    sending: ['algod_sendTransaction'],
    paths: algodPaths,
    check: (reference) => ({
      calls: [{ method: 'algod_params' }, { method: 'algod_status' }],
      mostBehind: 20,
      outcomes: v.pipe(
        v.tuple([v.object({ result: Params }), v.object({ result: Status })]),
        v.transform(([params, status]) => ({
          isRightChain: isGenesisOf(`algorand:${reference}`, params.result['genesis-hash']),
          head: status.result['last-round'],
        })),
      ),
    }),
  },
  tokens: { is: (address) => /^[1-9]\d{0,19}$/.test(address), sentence: 'the number of an asset' },
  rooms: new Set(),
  networks: [
    preset('wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', 'Algorand', 'mainnet'),
    preset('SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe', 'Algorand Testnet', 'testnet'),
  ],
}
