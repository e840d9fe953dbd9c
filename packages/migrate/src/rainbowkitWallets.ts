import { type FoyerOptions, none, type WalletsReading } from './peer.js'
import { quoted } from './source.js'
import type { Value } from './value.js'

/** Where RainbowKit has its wallets. */
export const walletsModule = '@rainbow-me/rainbowkit/wallets'

/**
 * The names of wallets in RainbowKit, each with its id of the public explorer; one that the kit finds or draws by
 * itself has none.
 */
const ids: Readonly<Record<string, string | undefined>> = {
  argentWallet: 'bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6',
  binanceWallet: '8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4',
  bitgetWallet: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
  bybitWallet: '15c8b91ade1a4e58f3ce4e7a0dd7f42b47db0c8df7e0d84f63eb39bcb96c4e0f',
  coin98Wallet: '2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01',
  coinbaseWallet: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  frontierWallet: '85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041',
  imTokenWallet: 'ef333840daf915aafdc4a004525502d6d49d77bd9c65e0642dbaefb3c2893bef',
  injectedWallet: undefined,
  krakenWallet: '18450873727504ae9315a084fa7624b5297d2fe5880f0982979c17345a138277',
  ledgerWallet: '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927',
  metaMaskWallet: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  okxWallet: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
  oneInchWallet: 'c286eebc742a537cd1d6818363e9dc53b21759a1e8e5d9b263d0c03ec7703576',
  phantomWallet: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  rainbowWallet: '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
  roninWallet: '541d5dcd4ede02f3afaf75bf8e3e4c4f1fb09edb5fa6c4377ebf31c2785d9adf',
  safepalWallet: '0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150',
  tokenPocketWallet: '20459438007b75f4f4acb98bf29aa3b800550309646d375da5fd4aac6c2a2c66',
  trustWallet: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  uniswapWallet: 'c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a',
  walletConnectWallet: undefined,
  zerionWallet: 'ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18',
}

/** Wallets of the browser alone, which announce themselves: the kit finds them, and has no other way to them. */
const announced: ReadonlySet<string> = new Set([
  'anchorageDigitalWallet',
  'backpackWallet',
  'braveWallet',
  'compassWallet',
  'ctrlWallet',
  'enkryptWallet',
  'frameWallet',
  'magicEdenWallet',
  'nestWallet',
  'oneKeyWallet',
  'rabbyWallet',
  'talismanWallet',
  'wigwamWallet',
  'xdefiWallet',
])

/** Wallets to which wagmi has a connector of its own. */
const ofWagmi: Readonly<Record<string, string>> = {
  base: 'baseAccount',
  baseAccount: 'baseAccount',
  geminiWallet: 'gemini',
  portoWallet: 'porto',
  safeWallet: 'safe',
}

/** Groups of wallets, in their order, as the wallets that come first in the kit's one list. */
export function featuredWallets(groups: Value): WalletsReading {
  if (groups.kind !== 'list') return { options: none, left: [leftWallet(groups)] }
  const featured = new Set<string>()
  const left: WalletsReading['left'][number][] = []
  for (const group of groups.items) {
    const { groupName: _heading, wallets, ...more } = group.kind === 'object' ? group.entries : {}
    if (wallets?.kind !== 'list' || Object.keys(more).length > 0) left.push(leftWallet(group))
    else
      for (const wallet of wallets.items) {
        const name = nameOf(wallet)
        const id = name === undefined ? undefined : ids[name]
        if (id !== undefined) featured.add(id)
        else if (name === undefined || (!(name in ids) && !announced.has(name))) left.push(leftWallet(wallet))
      }
  }
  return { options: featured.size === 0 ? none : { featuredWalletIds: listOf([...featured]) }, left }
}

/** RainbowKit's own name of a wallet of its. */
const nameOf = (wallet: Value): string | undefined =>
  wallet.kind === 'imported' && wallet.of.from === walletsModule && wallet.path.length === 0
    ? wallet.of.name
    : undefined

function leftWallet(value: Value): WalletsReading['left'][number] {
  const name = nameOf(value)
  const connector = name === undefined ? undefined : ofWagmi[name]
  const write = connector
    ? `write connectors: [${connector}()] of wagmi/connectors into createConfig`
    : "write its id of the wallets' directory into featuredWalletIds, or the wallet itself into customWallets"
  return { value, name, write }
}

const listOf =
  (walletIds: readonly string[]): FoyerOptions[string] =>
  ({ style }) => {
    const { indent, newline } = style
    const lines = walletIds.map((id) => `${newline}${indent}${indent}${quoted(style, id)},`)
    return `[${lines.join('')}${newline}${indent}]`
  }
