import { skeletonOf } from './skeleton.js'

/** Names that speak for the operator of a service. */
const offices = [
  ...['abuse', 'account', 'accounts', 'admin', 'administrator', 'airdrop', 'billing', 'claim', 'contact', 'deposit'],
  ...['everyone', 'helpdesk', 'hostmaster', 'info', 'legal', 'login', 'mail', 'moderator', 'nobody', 'noreply'],
  ...['null', 'official', 'operator', 'owner', 'payment', 'payments', 'postmaster', 'privacy', 'recovery', 'refund'],
  ...['registrar', 'registry', 'reverse', 'root', 'security', 'seed', 'staff', 'status', 'support', 'sysadmin'],
  ...['system', 'team', 'treasury', 'undefined', 'update', 'upgrade', 'verified', 'verify', 'wallet', 'webmaster'],
  ...['withdraw', 'help'],
]

/** Names of what visitors trust with their coins. */
const services = [
  ...['foyer', 'appkit', 'reown', 'walletconnect', 'web3modal', 'ethereum', 'bitcoin', 'solana', 'polygon', 'arbitrum'],
  ...['optimism', 'uniswap', 'opensea', 'chainlink', 'metamask', 'coinbase', 'binance', 'kraken', 'phantom', 'ledger'],
  ...['trezor', 'rabby', 'rainbow', 'trustwallet', 'safewallet', 'gnosissafe', 'argent', 'exodus', 'zerion', 'imtoken'],
  ...['tokenpocket', 'okxwallet', 'bitget', 'bybit', 'backpack', 'solflare', 'keplr', 'xverse', 'unisat', 'tether'],
]

/**
 * Returns which labels are reserved: those on the list and what looks like one; of services and of the operator's own, also
 * what has one between its hyphens, or with a number at an end (`metamask-desk`, `metamask24`).
 * @param more - an operator's own
 */
export function createIsReserved(more: readonly string[]): (label: string) => boolean {
  const wholes = new Set(offices.map(skeletonOf))
  const parts = new Set([...services, ...more].map(skeletonOf))
  const isPart = (part: string) => parts.has(skeletonOf(part)) || parts.has(skeletonOf(part.replace(/^\d+|\d+$/g, '')))
  return (label) => wholes.has(skeletonOf(label)) || [label, ...label.split('-')].some(isPart)
}
