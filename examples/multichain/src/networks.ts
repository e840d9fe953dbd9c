import type { NetworkInput } from '@foyer/core'
import { bitcoin, mainnet, solana } from '@foyer/core/networks'

const localEvm: string | undefined = import.meta.env.VITE_LOCAL_EVM
const localSolana: string | undefined = import.meta.env.VITE_LOCAL_SOLANA
const localBitcoin: string | undefined = import.meta.env.VITE_LOCAL_BITCOIN

const at = (url: string) => ({ default: { http: [url] } })

/** One of each family, on your machine where .env names a chain there. */
export const networks: [NetworkInput, NetworkInput, NetworkInput] = [
  localEvm
    ? {
        id: 31337,
        name: 'Local EVM',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: at(localEvm),
      }
    : mainnet,
  localSolana
    ? {
        id: 'localnet',
        chainNamespace: 'solana',
        name: 'Local Solana',
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        rpcUrls: at(localSolana),
      }
    : solana,
  localBitcoin
    ? {
        id: '0f9188f13cb7b2c71f2a335e3a4fc328',
        chainNamespace: 'bip122',
        name: 'Local Bitcoin',
        nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
        rpcUrls: at(localBitcoin),
      }
    : bitcoin,
]
