import { nativeTokens } from '@foyer/core/wire'
import { configQuery, gatewayPaths, headQuery, parseAddress } from '@foyer/multiversx/wire'
import * as v from 'valibot'
import { asWritten, byCost, type ChainPreset, checkByTwo, type ServerFamily } from './family.js'

/** Reads, and what a wallet has signed, by the names that the kit has for a gateway's paths. */
const methods = byCost({
  1: 'mvx_getNetworkConfig mvx_getNetworkStatus mvx_getTransactionStatus',
  2: 'mvx_getAccount mvx_getGuardianData',
  4: 'mvx_getTransaction',
  10: 'mvx_sendTransaction',
})

const preset = (id: string, name: string, prefix: string): ChainPreset => ({
  ...{ id: `mvx:${id}`, name },
  nativeCurrency: { name: 'EGLD', symbol: prefix ? 'xEGLD' : 'EGLD', decimals: 18 },
  explorerUrl: `https://${prefix}explorer.multiversx.com`,
})

/** MultiversX, by its gateways' paths. */
export const multiversx: ServerFamily = {
  id: 'mvx',
  addresses: {
    ...asWritten('mvx'),
    is: (address) => parseAddress(address) !== undefined,
    complete: (address) => address.toLowerCase(),
    key: (address) => address.toLowerCase(),
  },
  coin: nativeTokens.mvx,
  nodes: {
    methods,
    sending: ['mvx_sendTransaction'],
    withoutBatches: true,
    paths: gatewayPaths,
    check: (reference) =>
      checkByTwo({
        calls: [
          { method: configQuery.method, params: configQuery.params },
          { method: headQuery.method, params: headQuery.params },
        ],
        name: v.pipe(
          configQuery.schema,
          v.transform(({ chainId }) => chainId),
        ),
        isRight: (chainId) => chainId === reference,
        head: headQuery.schema,
        mostBehind: 10,
      }),
  },
  rooms: new Set(),
  networks: [
    preset('1', 'MultiversX', ''),
    preset('D', 'MultiversX Devnet', 'devnet-'),
    preset('T', 'MultiversX Testnet', 'testnet-'),
  ],
}
