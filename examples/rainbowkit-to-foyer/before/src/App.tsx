import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, darkTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { WagmiProvider } from 'wagmi'
import { Account } from './Account'
import { home } from './chains'
import { Menu } from './Menu'
import { config } from './wagmi'

const queries = new QueryClient()

export function App() {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <RainbowKitProvider
          theme={darkTheme({ ...darkTheme.accentColors.purple, borderRadius: 'medium' })}
          initialChain={home}
          modalSize="compact"
        >
          <header style={{ display: 'flex', justifyContent: 'space-between', gap: 16 }}>
            <h1>My dapp</h1>
            <ConnectButton
              chainStatus={{ smallScreen: 'icon', largeScreen: 'full' }}
              accountStatus={{ smallScreen: 'avatar', largeScreen: 'full' }}
            />
          </header>
          <Account />
          <Menu />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
