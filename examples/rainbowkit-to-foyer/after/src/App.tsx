import '@foyer/react/style.css'
import { FoyerButton, FoyerProvider } from '@foyer/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { WagmiProvider } from 'wagmi'
import { Account } from './Account'
import { FollowWagmi, foyer } from './foyer'
import { config } from './wagmi'

const queries = new QueryClient()

export function App() {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <FoyerProvider foyer={foyer}>
          <FollowWagmi />
          <h1>My dapp</h1>
          <FoyerButton />
          <Account />
        </FoyerProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
