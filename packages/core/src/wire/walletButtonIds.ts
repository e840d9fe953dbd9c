import { connectorWalletIds } from './connectorWalletIds.js'

const others = {
  argent: 'bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6',
  binance: '8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4',
  bybit: '15c8b91ade1a4e58f3ce4e7a0dd7f42b47db0c8df7e0d84f63eb39bcb96c4e0f',
  'crypto-com': 'f2436c67184f158d1beda5df53298ee84abfc367581e4505134b5bcf5f46697d',
  exodus: 'e9ff15be73584489ca4a66f64d32c4537711797e30b6660dbcb71ea72a42b1f4',
  imtoken: 'ef333840daf915aafdc4a004525502d6d49d77bd9c65e0642dbaefb3c2893bef',
  jupiter: '0ef262ca2a56b88d179c93a21383fee4e135bd7bc6680e5c2356ff8e38301037',
  kraken: '18450873727504ae9315a084fa7624b5297d2fe5880f0982979c17345a138277',
  oneinch: 'c286eebc742a537cd1d6818363e9dc53b21759a1e8e5d9b263d0c03ec7703576',
  rainbow: '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
  robinhood: '8837dd9413b1d9b585ee937d27a816590248386d9dbf59f5cd3422dbbb65683e',
  ronin: '541d5dcd4ede02f3afaf75bf8e3e4c4f1fb09edb5fa6c4377ebf31c2785d9adf',
  safepal: '0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150',
  'timeless-x': '344d0e58b139eb1b6da0c29ea71d52a8eace8b57897c6098cb9b46012665c193',
  tokenpocket: '20459438007b75f4f4acb98bf29aa3b800550309646d375da5fd4aac6c2a2c66',
  uniswap: 'c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a',
  zerion: 'ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18',
} as const

/** Which wallet a wallet button means, by the name that a host gives it: the ids of the public explorer. */
export const walletButtonIds: typeof connectorWalletIds & typeof others = { ...connectorWalletIds, ...others }

/** The name of a wallet button. */
export type WalletButtonName = keyof typeof walletButtonIds
