import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { chains } from './chains'

const { VITE_RELAY_PROJECT_ID: projectId = 'my-project', VITE_RELAY_URL: relayUrl } = import.meta.env

export const config = getDefaultConfig({
  appName: 'My dapp',
  projectId,
  chains,
  walletConnectParameters: { relayUrl },
})
