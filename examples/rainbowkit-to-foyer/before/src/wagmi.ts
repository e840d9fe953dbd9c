import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { chains } from './chains'

export const config = getDefaultConfig({
  appName: 'My dapp',
  projectId: import.meta.env.VITE_RELAY_PROJECT_ID ?? 'my-project',
  chains,
  walletConnectParameters: { relayUrl: import.meta.env.VITE_RELAY_URL },
})
