import type { SocialProvider } from '@foyer/core'
import type { WalletButtonName } from '@foyer/core/wire'

/** A wallet by the name that a host calls it by; `walletConnect` is any that scans a code, `email` and an account's provider the one that a visitor logs in to. */
export type WalletName = WalletButtonName | SocialProvider | 'walletConnect' | 'email'

/** The wallets' own names: there before any list of them is fetched. */
export const walletNames: Readonly<Record<WalletName, string>> = {
  apple: 'Apple',
  argent: 'Argent',
  backpack: 'Backpack',
  binance: 'Binance Wallet',
  bitget: 'Bitget Wallet',
  bybit: 'Bybit Wallet',
  coin98: 'Coin98',
  coinbase: 'Coinbase Wallet',
  'crypto-com': 'Crypto.com',
  discord: 'Discord',
  email: 'Email',
  exodus: 'Exodus',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
  frontier: 'Frontier',
  github: 'GitHub',
  google: 'Google',
  imtoken: 'imToken',
  jupiter: 'Jupiter',
  kraken: 'Kraken Wallet',
  leather: 'Leather',
  ledger: 'Ledger',
  'magic-eden': 'Magic Eden',
  metamask: 'MetaMask',
  okx: 'OKX Wallet',
  oneinch: '1inch Wallet',
  phantom: 'Phantom',
  rainbow: 'Rainbow',
  robinhood: 'Robinhood Wallet',
  ronin: 'Ronin Wallet',
  safe: 'Safe',
  safepal: 'SafePal',
  solflare: 'Solflare',
  'timeless-x': 'Timeless X',
  tokenpocket: 'TokenPocket',
  trust: 'Trust Wallet',
  uniswap: 'Uniswap Wallet',
  walletConnect: 'WalletConnect',
  x: 'X',
  xverse: 'Xverse Wallet',
  zerion: 'Zerion',
}

const socials: readonly SocialProvider[] = ['google', 'apple', 'github', 'x', 'discord', 'facebook', 'farcaster']

/** Whether that is an account at a provider. */
export const isSocial = (name: WalletName): name is SocialProvider => socials.some((each) => each === name)
