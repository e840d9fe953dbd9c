import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, darkTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { WagmiProvider } from 'wagmi'
import { Account } from './Account'
import { config } from './wagmi'

const queries = new QueryClient()

export function App() {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <RainbowKitProvider theme={darkTheme()}>
          <h1>My dapp</h1>
          <ConnectButton />
          <Account />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
