import { createClient } from 'viem'
import { createConfig, http } from 'wagmi'
import { chains } from './chains'

export const config = createConfig({
  chains,
  client: ({ chain }) => createClient({ chain, transport: http() }),
})
