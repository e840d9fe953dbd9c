import { createFoyer } from '@foyer/core'
import { embedded } from '@foyer/embedded'
import { followWagmi, wagmi } from '@foyer/evm/wagmi'
import { writtenSettings } from '@foyer/page/settings'
import { FoyerButton, FoyerProvider } from '@foyer/react'
import '@foyer/react/style.css'
import { walletConnect } from '@foyer/walletconnect'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createClient, defineChain, http } from 'viem'
import { createConfig, WagmiProvider } from 'wagmi'
import type { HostSettings } from '../kit/settings.js'
import { Calls } from './Calls.js'
import { Chain } from './Chain.js'

/** A dapp of wagmi's hooks: what the kit connects is theirs. */
const { chains, projectId, api, secureOrigin, relay }: HostSettings = JSON.parse(writtenSettings(document))
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const [first, ...others] = chains.map(({ id, name, url }) =>
  defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }),
)
const place = document.getElementById('host')
if (!first || !place) throw new Error('The page needs a chain and a place.')
const config = createConfig({
  chains: [first, ...others],
  client: ({ chain }) => createClient({ chain, transport: http() }),
})
const foyer = createFoyer({
  ...{ api, projectId, secureOrigin },
  networks: config.chains,
  adapters: [wagmi(config)],
  connectors: [
    embedded({ networks: chains.map(({ id }) => `eip155:${id}` as const) }),
    ...(relay ? [walletConnect({ relayUrl: relay })] : []),
  ],
})
window.kits = [foyer]
followWagmi(foyer, config)
createRoot(place).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <FoyerProvider foyer={foyer}>
        <FoyerButton />
        <Calls />
        <Chain />
      </FoyerProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
