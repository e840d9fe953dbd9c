import type { BitcoinDialect } from './testBitcoinWallet.js'
import type { Vault } from './vault.js'

/** The events that the wallet emits by itself. */
export interface Emissions {
  emitAccounts(): void
  emitNetwork(): void
  /** It no longer knows the page. */
  emitGone(): void
}

/** Creates the events that the wallet emits by itself, in its dialect. */
export function createEmissions({
  dialect,
  vault,
  emit,
}: {
  readonly dialect: BitcoinDialect
  readonly vault: Vault
  readonly emit: (event: string, value: unknown) => void
}): Emissions {
  const addresses = () => vault.keys().map(({ address }) => address)
  const listed = () => vault.keys().map(({ address, purpose, publicKey }) => ({ address, purpose, publicKey }))
  const accounts: Readonly<Record<BitcoinDialect, () => void>> = {
    'sats-connect': () => emit('accountChange', { type: 'accountChange' }),
    unisat: () => emit('accountsChanged', addresses()),
    leather: () => {},
    phantom: () => emit('accountsChanged', listed()),
    'wallet-standard': () => emit('change', {}),
  }
  const networks: Readonly<Record<BitcoinDialect, () => void>> = {
    ...accounts,
    'sats-connect': () => emit('networkChange', { type: 'networkChange' }),
    unisat: () => emit('chainChanged', {}),
  }
  const gone: Readonly<Record<BitcoinDialect, () => void>> = {
    'sats-connect': () => emit('disconnect', { type: 'disconnect' }),
    unisat: () => emit('disconnect', {}),
    leather: () => {},
    phantom: () => emit('accountsChanged', []),
    'wallet-standard': () => emit('change', {}),
  }
  return { emitAccounts: accounts[dialect], emitNetwork: networks[dialect], emitGone: gone[dialect] }
}
