import type { NetworkId } from '@foyer/core/chain'
import { networkMarks } from '@foyer/core/networks'
import type { Artwork } from './artwork.js'

/** The networks whose pictures kits request: by the wire's fixed id, or by its CAIP-2 id. The ids are the wire's, the pictures are drawn. */
export const picturedNetworks: readonly { name: string; imageId: string; networkId: NetworkId }[] = [
  { name: 'Ethereum', imageId: 'ba0ba0cd-17c6-4806-ad93-f9d174f17900', networkId: 'eip155:1' },
  { name: 'Arbitrum', imageId: '3bff954d-5cb0-47a0-9a23-d20192e74600', networkId: 'eip155:42161' },
  { name: 'Avalanche', imageId: '30c46e53-e989-45fb-4549-be3bd4eb3b00', networkId: 'eip155:43114' },
  { name: 'BNB Smart Chain', imageId: '93564157-2e8e-4ce7-81df-b264dbee9b00', networkId: 'eip155:56' },
  { name: 'Fantom', imageId: '06b26297-fe0c-4733-5d6b-ffa5498aac00', networkId: 'eip155:250' },
  { name: 'Optimism', imageId: 'ab9c186a-c52f-464b-2906-ca59d760a400', networkId: 'eip155:10' },
  { name: 'Polygon', imageId: '41d04d42-da3b-4453-8506-668cc0727900', networkId: 'eip155:137' },
  { name: 'Mantle', imageId: 'e86fae9b-b770-4eea-e520-150e12c81100', networkId: 'eip155:5000' },
  { name: 'Hedera', imageId: '6a97d510-cac8-4e58-c7ce-e8681b044c00', networkId: 'eip155:295' },
  { name: 'Sepolia', imageId: 'e909ea0a-f92a-4512-c8fc-748044ea6800', networkId: 'eip155:11155111' },
  { name: 'Base Sepolia', imageId: 'a18a7ecd-e307-4360-4746-283182228e00', networkId: 'eip155:84532' },
  { name: 'Unichain Sepolia', imageId: '4eeea7ef-0014-4649-5d1d-07271a80f600', networkId: 'eip155:1301' },
  { name: 'Unichain', imageId: '2257980a-3463-48c6-cbac-a42d2a956e00', networkId: 'eip155:130' },
  { name: 'Monad Testnet', imageId: '0a728e83-bacb-46db-7844-948f05434900', networkId: 'eip155:10143' },
  { name: 'Gnosis', imageId: '02b53f6a-e3d4-479e-1cb4-21178987d100', networkId: 'eip155:100' },
  { name: 'Evmos', imageId: 'f926ff41-260d-4028-635e-91913fc28e00', networkId: 'eip155:9001' },
  { name: 'zkSync', imageId: 'b310f07f-4ef7-49f3-7073-2a0a39685800', networkId: 'eip155:324' },
  { name: 'Filecoin', imageId: '5a73b3dd-af74-424e-cae0-0de859ee9400', networkId: 'eip155:314' },
  { name: 'IoTeX', imageId: '34e68754-e536-40da-c153-6ef2e7188a00', networkId: 'eip155:4689' },
  { name: 'Metis', imageId: '3897a66d-40b9-4833-162f-a2c90531c900', networkId: 'eip155:1088' },
  { name: 'Moonbeam', imageId: '161038da-44ae-4ec7-1208-0ea569454b00', networkId: 'eip155:1284' },
  { name: 'Moonriver', imageId: 'f1d73bb6-5450-4e18-38f7-fb6484264a00', networkId: 'eip155:1285' },
  { name: 'Zora', imageId: '845c60df-d429-4991-e687-91ae45791600', networkId: 'eip155:7777777' },
  { name: 'Celo', imageId: 'ab781bbc-ccc6-418d-d32d-789b15da1f00', networkId: 'eip155:42220' },
  { name: 'Base', imageId: '7289c336-3981-4081-c5f4-efc26ac64a00', networkId: 'eip155:8453' },
  { name: 'Aurora', imageId: '3ff73439-a619-4894-9262-4470c773a100', networkId: 'eip155:1313161554' },
  { name: 'Ronin', imageId: 'b8101fc0-9c19-4b6f-ec65-f6dfff106e00', networkId: 'eip155:2020' },
  { name: 'Berachain', imageId: 'e329c2c9-59b0-4a02-83e4-212ff3779900', networkId: 'eip155:80094' },
  { name: 'Abstract', imageId: 'fc2427d1-5af9-4a9c-8da5-6f94627cd900', networkId: 'eip155:2741' },
  {
    name: 'Solana',
    imageId: 'a1b58899-f671-4276-6a5e-56ca5bd59700',
    networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  },
  {
    name: 'Bitcoin',
    imageId: '0b4838db-0161-4ffe-022d-532bf03dba00',
    networkId: 'bip122:000000000019d6689c085ae165831e93',
  },
  {
    name: 'Bitcoin Testnet',
    imageId: '39354064-d79b-420b-065d-f980c4b78200',
    networkId: 'bip122:000000000933ea01ad0ee984209779ba',
  },
]

/** By either of its ids. */
const networks = new Map<string, (typeof picturedNetworks)[number]>(
  picturedNetworks.flatMap((network) => [network.imageId, network.networkId].map((id) => [id, network] as const)),
)

export const connectors: ReadonlyMap<string, Artwork> = new Map(
  Object.entries({
    '0c2840c3-5b04-4c44-9661-fbd4b49e1800': { shape: 'tile', id: 'coinbaseWallet', text: 'C' },
    '461db637-8616-43ce-035a-d89b8a1d5800': { shape: 'tile', id: 'safe', text: 'S' },
    '54a1aa77-d202-4f8d-0fb2-5d2bb6db0300': { shape: 'tile', id: 'ledger', text: 'L' },
    'ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400': { shape: 'tile', id: 'walletConnect', glyph: 'qr' },
    '07ba87ed-43aa-4adf-4540-9e6a2b9cae00': { shape: 'tile', id: 'injected', glyph: 'browser' },
    ID_AUTH: { shape: 'tile', id: 'ID_AUTH', glyph: 'mail' },
  } as const),
)

/** Finds what is drawn for a network or a connector. @returns null for an id that is neither's */
export function assetArtwork(id: string): Artwork | null {
  const name = networks.get(id)?.name
  if (name !== undefined) return { shape: 'hexagon', id: name, text: initials(name) }
  return connectors.get(id) ?? null
}

/** The mark that the kit itself shows for a network, as SVG: with it a picture is the same from both. @returns null where there is none */
export function networkMark(id: string): string | null {
  const mark = marks.get(networks.get(id)?.networkId ?? id)
  return mark === undefined ? null : decodeURIComponent(mark.slice(mark.indexOf(',') + 1))
}

const marks: ReadonlyMap<string, string | undefined> = new Map(Object.entries(networkMarks))

/** Words that many names share, so that they distinguish none of them. */
const common = new Set(['wallet', 'app', 'the', 'mainnet', 'network', 'chain', 'super', 'desktop', 'by', 'of'])

/**
 * One to three letters that stand for a name: of its first two words, of a word's two humps, or a short word of capitals
 * whole.
 * @example
 * initials('MetaMask') // 'MM'
 * initials('OKX Wallet') // 'OKX'
 * initials('Rainbow') // 'R'
 */
export function initials(name: string): string {
  const words = name.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []
  const distinctive = words.filter((word) => !common.has(word.toLowerCase()))
  const [first, second] = distinctive.length > 0 ? distinctive : words
  if (first === undefined) return '?'
  if (/^\p{Lu}{2,3}$/u.test(first)) return first
  const [start = '', hump] = first.match(/\p{Lu}?[^\p{Lu}]+|\p{Lu}+/gu) ?? [first]
  const other = hump ?? (isSuffix(name, second) ? undefined : second)
  return (firstOf(start) + (other === undefined ? '' : firstOf(other))).toUpperCase()
}

/** `Crypto.com` is read as one word. */
const isSuffix = (name: string, word: string | undefined) => word !== undefined && name.includes(`.${word}`)

/** By code point, so that no half of a pair is left. */
const firstOf = (word: string) => [...word][0] ?? ''
