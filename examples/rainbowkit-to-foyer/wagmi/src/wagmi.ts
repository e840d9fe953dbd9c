import { createClient } from 'viem'
import { createConfig, http } from 'wagmi'
import { injected, walletConnect } from 'wagmi/connectors'
import { chains } from './chains'

export const config = createConfig({
  chains,
  connectors: [
    injected(),
    walletConnect({
      projectId: import.meta.env.VITE_RELAY_PROJECT_ID ?? 'my-project',
      relayUrl: import.meta.env.VITE_RELAY_URL,
    }),
  ],
  client: ({ chain }) => createClient({ chain, transport: http() }),
})
