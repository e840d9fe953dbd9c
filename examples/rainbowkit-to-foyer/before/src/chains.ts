import { defineChain } from 'viem'
import { base, mainnet } from 'wagmi/chains'

const local = (id: number, url: string) =>
  defineChain({
    id,
    name: `Local ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

const { VITE_LOCAL_CHAIN: first, VITE_SECOND_LOCAL_CHAIN: second } = import.meta.env

/** Ethereum and Base, or two chains on your machine. */
export const chains =
  first && second ? ([local(31337, first), local(31338, second)] as const) : ([mainnet, base] as const)

/** Where the dapp begins. */
export const [home] = chains
