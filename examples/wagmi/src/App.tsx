import { followWagmi } from '@foyer/evm/wagmi'
import { FoyerButton, FoyerProvider } from '@foyer/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { WagmiProvider } from 'wagmi'
import '@foyer/react/style.css'
import { Account } from './Account'
import { foyer } from './foyer'
import { config } from './wagmi'

const queries = new QueryClient()

export function App() {
  // The other direction: what wagmi's own hooks connect, or wagmi restores, is the kit's connection too.
  useEffect(() => followWagmi(foyer, config), [])
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <FoyerProvider foyer={foyer}>
          <h1>My dapp</h1>
          <FoyerButton />
          <Account />
        </FoyerProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
