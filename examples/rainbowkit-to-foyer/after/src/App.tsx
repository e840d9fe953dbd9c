import '@foyer/react/style.css'
import { FoyerButton, FoyerProvider } from '@foyer/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { WagmiProvider } from 'wagmi'
import { Account } from './Account'
import { Menu } from './Menu'
import { config, FollowWagmi, foyer } from './wagmi'

const queries = new QueryClient()

export function App() {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <FoyerProvider foyer={foyer}>
          <FollowWagmi />
          <header style={{ display: 'flex', justifyContent: 'space-between', gap: 16 }}>
            <h1>My dapp</h1>
            <FoyerButton network={{ narrow: 'icon', wide: 'full' }} account={{ narrow: 'avatar', wide: 'full' }} />
          </header>
          <Account />
          <Menu />
        </FoyerProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
