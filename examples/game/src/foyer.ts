import { createFoyer, type NetworkInput } from '@foyer/core'
import { base } from '@foyer/core/networks'
import { embedded } from '@foyer/embedded'
import { evm } from '@foyer/evm'

const env: Readonly<Record<string, string | undefined>> = import.meta.env
const localChain = env.VITE_LOCAL_CHAIN

const local = (url: string): NetworkInput => ({
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
})

export const foyer = createFoyer({
  projectId: env.VITE_PROJECT_ID || 'my-dapp',
  api: env.VITE_API || undefined,
  secureOrigin: env.VITE_WALLET || undefined,
  networks: [localChain ? local(localChain) : base],
  adapters: [evm()],
  connectors: [embedded({ networks: [localChain ? 'eip155:31337' : 'eip155:8453'] })],
  features: { smartSessions: true }, // the visitor sees what was allowed, with what was used of it, and ends it there
})
