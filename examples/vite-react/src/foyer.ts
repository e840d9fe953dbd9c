import { createFoyer } from '@foyer/core'
import { base, mainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { walletConnect } from '@foyer/walletconnect'

const relayProjectId: string | undefined = import.meta.env.VITE_RELAY_PROJECT_ID
const localChain: string | undefined = import.meta.env.VITE_LOCAL_CHAIN

const local = (url: string) => ({
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
})

export const foyer = createFoyer({
  projectId: 'my-dapp', // your project at your own server; any name, as long as you have none
  networks: localChain ? [local(localChain)] : [mainnet, base],
  adapters: [evm()], // wallets in the browser
  connectors: relayProjectId ? [walletConnect({ projectId: relayProjectId })] : [], // wallets on phones
})

/** Hooks know this kit by its type: the editor completes its networks, and an address is `0x…`. */
declare module '@foyer/core' {
  interface Register {
    foyer: typeof foyer
  }
}
