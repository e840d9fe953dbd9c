import '@foyer/react/style.css'
import '@rainbow-me/rainbowkit/styles.css'
import { createFoyer } from '@foyer/core'
import { followWagmi, wagmi } from '@foyer/evm/wagmi'
import { FoyerButton, FoyerProvider } from '@foyer/react'
import { ConnectButton, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { WagmiProvider } from 'wagmi'
import { Account } from './Account'
import { config } from './wagmi'

const queries = new QueryClient()
const foyer = createFoyer({ projectId: 'my-dapp', networks: config.chains, adapters: [wagmi(config)] })

/** RainbowKit's page with the kit beside it, over one config. */
export function App() {
  useEffect(() => followWagmi(foyer, config), [])
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <RainbowKitProvider>
          <FoyerProvider foyer={foyer}>
            <section aria-label="RainbowKit">
              <ConnectButton />
            </section>
            <section aria-label="Foyer">
              <FoyerButton />
            </section>
            <Account />
          </FoyerProvider>
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
